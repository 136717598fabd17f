/* thread_windows.h: thread.h by the threads of Windows, which has these locks since Windows Vista. */
#ifndef CAROM_BASE_THREAD_WINDOWS_H
#define CAROM_BASE_THREAD_WINDOWS_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <process.h>
#include <windows.h>
#undef near /* words that the header makes empty */
#undef NEAR
#undef far
#undef FAR

typedef SRWLOCK carom__lock;
typedef CONDITION_VARIABLE carom__signal;

typedef struct carom__thread {
  carom__thread_fn *run;
  void *context;
  HANDLE handle;
} carom__thread;

static inline bool carom__lock_init(carom__lock *lock) {
  InitializeSRWLock(lock);
  return true;
}
static inline void carom__lock_destroy(carom__lock *lock) { (void)lock; }
static inline void carom__lock_take(carom__lock *lock) { AcquireSRWLockExclusive(lock); }
static inline void carom__lock_leave(carom__lock *lock) { ReleaseSRWLockExclusive(lock); }

static inline bool carom__signal_init(carom__signal *signal) {
  InitializeConditionVariable(signal);
  return true;
}
static inline void carom__signal_destroy(carom__signal *signal) { (void)signal; }
static inline void carom__signal_one(carom__signal *signal) { WakeConditionVariable(signal); }
static inline void carom__signal_all(carom__signal *signal) { WakeAllConditionVariable(signal); }
static inline void carom__signal_wait(carom__signal *signal, carom__lock *lock) {
  SleepConditionVariableSRW(signal, lock, INFINITE, 0);
}

static inline unsigned __stdcall carom__thread_begin(void *argument) {
  const carom__thread *thread = argument;
  thread->run(thread->context);
  return 0;
}

/* Returns false when the system refuses another thread. */
static inline bool carom__thread_start(carom__thread *thread, carom__thread_fn *run, void *context) {
  thread->run = run;
  thread->context = context;
  thread->handle = (HANDLE)_beginthreadex(NULL, 0, carom__thread_begin, thread, 0, NULL);
  return thread->handle != NULL;
}
static inline void carom__thread_join(carom__thread *thread) {
  WaitForSingleObject(thread->handle, INFINITE);
  CloseHandle(thread->handle);
}

#endif
