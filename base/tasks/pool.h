/* pool.h: tells whether this platform has the threads for a pool. */
#ifndef CAROM_BASE_POOL_H
#define CAROM_BASE_POOL_H

#include "carom/tasks.h"

/* Threads of POSIX or of Windows. Compilers for WebAssembly have them only where they are told so. */
#if !defined(CAROM_NO_THREADS) && (defined(__unix__) || defined(__APPLE__) || defined(_WIN32)) &&            \
    (!defined(__wasm__) || defined(_REENTRANT))
#define CAROM__HAS_THREADS 1
#else
#define CAROM__HAS_THREADS 0
#endif

#endif
