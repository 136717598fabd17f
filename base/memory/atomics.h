/* atomics.h: whole numbers that several threads change. They are the atomics of C11, or those of MSVC, which
 * has none of C11 (it defines __STDC_NO_ATOMICS__).
 *
 * A carom__atomic holds 32 bits, a carom__atomic_size a size_t. _init is for a number that no other thread
 * knows yet. _read, _write and _add order nothing else. What a thread did before _release is visible to the
 * thread that reads the new value by _acquire. */
#ifndef CAROM_BASE_ATOMICS_H
#define CAROM_BASE_ATOMICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_MSC_VER) && defined(__STDC_NO_ATOMICS__)
#include "atomics_msvc.h"
#else
#include "atomics_c11.h"
#endif

#endif
