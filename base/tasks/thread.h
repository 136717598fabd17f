/* thread.h: threads, locks and signals of the system, which are those of POSIX or those of Windows.
 *
 * A carom__lock is held by one thread at a time. A thread that waits for a carom__signal leaves the lock
 * while it sleeps, and may also wake without a signal. A carom__thread stays in place until it is joined. */
#ifndef CAROM_BASE_THREAD_H
#define CAROM_BASE_THREAD_H

#include <stdbool.h>

typedef void carom__thread_fn(void *context);

#if defined(_WIN32)
#include "thread_windows.h"
#else
#include "thread_posix.h"
#endif

#endif
