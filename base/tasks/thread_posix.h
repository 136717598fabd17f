/* thread_posix.h: thread.h by POSIX threads. */
#ifndef CAROM_BASE_THREAD_POSIX_H
#define CAROM_BASE_THREAD_POSIX_H

#include <pthread.h>

typedef pthread_mutex_t carom__lock;
typedef pthread_cond_t carom__signal;

typedef struct carom__thread {
  carom__thread_fn *run;
  void *context;
  pthread_t handle;
} carom__thread;

static inline bool carom__lock_init(carom__lock *lock) { return !pthread_mutex_init(lock, NULL); }
static inline void carom__lock_destroy(carom__lock *lock) { pthread_mutex_destroy(lock); }
static inline void carom__lock_take(carom__lock *lock) { pthread_mutex_lock(lock); }
static inline void carom__lock_leave(carom__lock *lock) { pthread_mutex_unlock(lock); }

static inline bool carom__signal_init(carom__signal *signal) { return !pthread_cond_init(signal, NULL); }
static inline void carom__signal_destroy(carom__signal *signal) { pthread_cond_destroy(signal); }
static inline void carom__signal_one(carom__signal *signal) { pthread_cond_signal(signal); }
static inline void carom__signal_all(carom__signal *signal) { pthread_cond_broadcast(signal); }
static inline void carom__signal_wait(carom__signal *signal, carom__lock *lock) {
  pthread_cond_wait(signal, lock);
}

static inline void *carom__thread_begin(void *argument) {
  const carom__thread *thread = argument;
  thread->run(thread->context);
  return NULL;
}

/* The stack that a thread has at least. musl gives 128 kB, of which a step may take more (docs/limits.md). */
#define CAROM__THREAD_STACK ((size_t)1 << 20)

/* Returns false when the system refuses another thread. */
static inline bool carom__thread_start(carom__thread *thread, carom__thread_fn *run, void *context) {
  pthread_attr_t attributes;
  size_t stack = 0;
  thread->run = run;
  thread->context = context;
  if (pthread_attr_init(&attributes)) return false;
  pthread_attr_getstacksize(&attributes, &stack);
  if (stack < CAROM__THREAD_STACK) pthread_attr_setstacksize(&attributes, CAROM__THREAD_STACK);
  bool started = !pthread_create(&thread->handle, &attributes, carom__thread_begin, thread);
  pthread_attr_destroy(&attributes);
  return started;
}
static inline void carom__thread_join(carom__thread *thread) { pthread_join(thread->handle, NULL); }

#endif
