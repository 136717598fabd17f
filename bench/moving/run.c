#define _POSIX_C_SOURCE 200809L

#include "run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TURN_FRAMES = 64, PATIENCE_MS = 60000 };
#define TURN_SECONDS 0.05

/* What the process says after each turn; short enough for a pipe to take it whole. */
typedef struct message {
  moving_counts counts;
  double megabytes;
  uint32_t frames;
  double seconds[TURN_FRAMES];
} message;

/* --- In the process of the engine --- */

/* In kilobytes, as getrusage has the peak. */
static double resident_now(void) {
  char text[128] = {0};
  int file = open("/proc/self/statm", O_RDONLY);
  ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  double pages = 0;
  if (length > 0 && sscanf(text, "%*s %lf", &pages) != 1) return 0;
  return pages * (double)sysconf(_SC_PAGESIZE) / 1024;
}

static double resident_peak(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) ? 0 : (double)usage.ru_maxrss;
}

static double now(const moving_plan *plan) {
  return plan->threads > 1 ? bench_wall_seconds() : bench_seconds();
}

typedef struct side {
  const moving_engine *engine;
  const moving_plan *plan;
  bench_scene scene;
  void *state;
  double resident; /* before the engine came */
} side;

static double run_frame(side *s) {
  bench_scene_move(&s->scene);
  if (s->engine->prepare) s->engine->prepare(s->state, &s->scene);
  double start = now(s->plan);
  s->engine->frame(s->state, &s->scene);
  return now(s->plan) - start;
}

static bool report(side *s, int answer, message *m) {
  s->engine->count(s->state, &m->counts);
  m->megabytes = (resident_peak() - s->resident) / 1024;
  return write(answer, m, sizeof *m) == (ssize_t)sizeof *m;
}

static void run_turn(side *s, message *m) {
  double sum = 0;
  for (m->frames = 0; m->frames < TURN_FRAMES && sum < TURN_SECONDS; m->frames++)
    sum += m->seconds[m->frames] = run_frame(s);
}

/* Each byte that comes is a request for a turn; when no more can come, that is the end. */
static void serve(side *s, int ask, int answer) {
  static message m;
  char byte;
  for (uint32_t i = 0; i < moving_warm_up(s->plan); i++) run_frame(s);
  while (report(s, answer, &m) && read(ask, &byte, 1) == 1) run_turn(s, &m);
}

static void run_engine(const moving_engine *engine, const moving_plan *plan, int ask, int answer) {
  side s = {.engine = engine, .plan = plan};
  carom_pool *pool;
  if (carom_pool_create(NULL, plan->threads, &pool)) return;
  carom_tasks tasks = carom_pool_get_tasks(pool);
  bench_scene_make(plan->kind, plan->count, &s.scene);
  s.resident = resident_now();
  s.state = engine->create(&s.scene, &(moving_job){plan->contacts, &tasks});
  if (s.state) serve(&s, ask, answer);
}

/* --- In the benchmark's own process --- */

uint32_t moving_warm_up(const moving_plan *plan) { return plan->count <= 20000 ? 20 : 8; }

/* Closing its pipe would not do: the processes that were started later hold it, too. */
static void stop(moving_run *run, const char *failure) {
  close(run->ask);
  close(run->answer);
  kill(run->process, SIGKILL);
  waitpid(run->process, NULL, 0);
  run->ask = run->answer = -1;
  run->failure = failure;
}

/* Takes the next message, or gives the process up. */
static bool listen_to(moving_run *run, message *m) {
  struct pollfd ready = {run->answer, POLLIN, 0};
  if (poll(&ready, 1, PATIENCE_MS) <= 0) {
    stop(run, "no answer within a minute");
    return false;
  }
  if (read(run->answer, m, sizeof *m) == (ssize_t)sizeof *m) return true;
  stop(run, "it gave up");
  return false;
}

static void be_the_engine(const moving_engine *engine, const moving_plan *plan, int *ask, int *answer) {
  close(ask[1]);
  close(answer[0]);
  run_engine(engine, plan, ask[0], answer[1]);
  _exit(EXIT_SUCCESS);
}

void moving_run_start(const moving_engine *engine, const moving_plan *plan, moving_run *out) {
  *out = (moving_run){.engine = engine};
  int ask[2], answer[2];
  message m;
  /* What the engine has not printed yet must not be printed by both. */
  fflush(stdout);
  if (pipe(ask) || pipe(answer) || (out->process = fork()) < 0) exit(EXIT_FAILURE);
  if (out->process == 0) be_the_engine(engine, plan, ask, answer);
  close(ask[0]);
  close(answer[1]);
  out->ask = ask[1], out->answer = answer[0];
  if (!listen_to(out, &m)) return;
  out->counts = m.counts;
  out->megabytes = m.megabytes;
}

void moving_run_turn(moving_run *run) {
  message m;
  if (write(run->ask, "", 1) != 1) {
    stop(run, "it gave up");
    return;
  }
  if (!listen_to(run, &m)) return;
  for (uint32_t i = 0; i < m.frames && run->samples.count < BENCH_SAMPLES_MAX; i++)
    bench_samples_add(&run->samples, m.seconds[i]);
  run->megabytes = m.megabytes;
}

void moving_run_end(moving_run *run) {
  if (run->ask >= 0) stop(run, NULL);
  bench_samples_free(&run->samples);
}
