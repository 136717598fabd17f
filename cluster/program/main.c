/* main.c: one world over the ranks of MPI, behind `./carom cluster`. The ranks play one game (scene.h), step
 * together, and compare what they tell with one world on rank 0. */
#include "carom_cluster/checkpoint.h"
#include "carom_cluster/mpi.h"
#include "check.h"
#include "options.h"
#include "picture.h"
#include "report.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* The exit code; options_print explains them. */
enum { SAME = 0, DIFFERENT = 1, REFUSED = 2, LATE = 3, BROKEN = 4, KILLED = 9 };

typedef struct run {
  options options;
  setting setting;
  carom_mpi *links[2]; /* of the cluster, and of the office */
  office office;
  carom_cluster *cluster;
  game game;
  twin twin; /* on rank 0, if it is wanted */
  diary diary;
  uint64_t first; /* step of a run that goes on */
} run;

/* The name of all checkpoints. */
static const char CHECKPOINT[] = "auto";

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Of the processor, as others may run on it. */
static double processor(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool is_first(const run *r) { return r->office.transport.rank == 0; }
static bool has_twin(const run *r) { return is_first(r) && (r->options.check || r->options.time_one); }

static int complain(const run *r, int code, const char *text) {
  fprintf(stderr, "rank %u: %s\n", r->office.transport.rank, text);
  return code;
}

/* In one piece, as other ranks may say the same at the same time. */
static int say_late(const run *r, uint64_t step) {
  uint64_t saved = 0;
  const char *name = carom_cluster_last_checkpoint(r->cluster, &saved);
  char what_next[160] = "There is no checkpoint, so the game can only begin again; --save FOLDER keeps some.";
  if (name)
    snprintf(what_next, sizeof what_next,
             "The last good checkpoint is \"%s\" of step %llu: --restart FOLDER goes on from it.", name,
             (unsigned long long)saved);
  fprintf(stderr, "rank %u: CAROM_CLUSTER_LATE in step %llu: a rank did not answer within %g seconds. %s\n",
          r->office.transport.rank, (unsigned long long)step, r->options.patience, what_next);
  return LATE;
}

/* --- Life --- */

static bool begin_game(run *r, const carom_cluster_def *def) {
  return !carom_cluster_create(def, &r->cluster) &&
         game_begin(&r->game, &r->setting, r->cluster, r->office.transport.rank);
}

static bool resume(run *r, const carom_cluster_def *def) {
  const carom_cluster_store store = carom_cluster_folder(r->options.restart);
  if (carom_cluster_restart(def, &store, CHECKPOINT, &r->cluster)) return false;
  carom_cluster_last_checkpoint(r->cluster, &r->first);
  game_resume(&r->game, &r->setting, r->cluster);
  return true;
}

/* The one world has no checkpoint, and takes all steps. */
static bool catch_up(run *r) {
  for (uint64_t step = 0; step < r->first; step++)
    if (!twin_move(&r->twin, step) || carom_world_step(r->twin.world, SCENE_DT)) return false;
  return true;
}

static bool begin(run *r) {
  for (int i = 0; i < 2; i++)
    if (!(r->links[i] = carom_mpi_create(MPI_COMM_WORLD))) return false;
  r->office = (office){carom_mpi_transport(r->links[1]), r->options.patience};
  if (!setting_create(&r->setting, r->options.scene, r->options.bodies, r->options.seed)) return false;
  const carom_cluster_def def = {.transport = carom_mpi_transport(r->links[0]),
                                 .world = {.planar = r->options.scene->planar},
                                 .space = r->setting.space,
                                 .reach = r->options.scene->reach,
                                 .patience = r->options.patience,
                                 .clock = processor};
  diary_begin(&r->diary);
  return (r->options.restart ? resume(r, &def) : begin_game(r, &def)) &&
         (!has_twin(r) || (twin_begin(&r->twin, &r->setting) && catch_up(r)));
}

static void end(run *r) {
  if (has_twin(r)) twin_end(&r->twin);
  diary_end(&r->diary);
  game_end(&r->game);
  carom_cluster_destroy(r->cluster);
  setting_destroy(&r->setting);
  for (int i = 0; i < 2; i++) carom_mpi_destroy(r->links[i], r->options.patience);
}

/* --- Steps --- */

static void show_progress(const run *r, uint64_t step, double *last) {
  if (!is_first(r) || (now() - *last < 1 && step < r->options.steps)) return;
  fprintf(stderr, "step %llu of %u\n", (unsigned long long)step, r->options.steps);
  *last = now();
}

/* The one world takes the step, while the others wait. */
static int step_twin(run *r, uint64_t step, double *seconds) {
  const options *o = &r->options;
  if (has_twin(r)) {
    if (!twin_move(&r->twin, step)) return complain(r, BROKEN, "the one world refuses a move");
    const double t = processor();
    if (carom_world_step(r->twin.world, SCENE_DT)) return complain(r, BROKEN, "one world: no memory");
    *seconds = processor() - t;
  }
  bool equal = true;
  uint64_t word = 0;
  if (o->check && !check_step(&r->office, &r->game, has_twin(r) ? &r->twin : NULL, step, &equal)) return LATE;
  if (!o->check && o->time_one && !office_announce(&r->office, &word)) return LATE;
  return equal ? SAME : DIFFERENT;
}

static int code_of(const run *r, carom_cluster_status status, const char *refused) {
  if (status == CAROM_CLUSTER_LATE) return LATE;
  if (status == CAROM_CLUSTER_REFUSED) return complain(r, BROKEN, refused);
  return status ? complain(r, BROKEN, "CAROM_CLUSTER_BROKEN: memory is out, or a message was damaged") : SAME;
}

static int take_step(run *r, uint64_t step) {
  double one = 0, moving = -processor(), whole = -now();
  if (!game_move(&r->game, step)) return complain(r, BROKEN, "the cluster refuses a move");
  moving += processor();
  const carom_cluster_status status = carom_cluster_step(r->cluster, SCENE_DT);
  whole += now();
  int code = code_of(r, status, "the cluster refuses a step");
  if (!code) code = step_twin(r, step, &one);
  /* The first steps create ghosts, and make room. */
  if (!code && (step >= r->first + 3 || r->options.steps <= r->first + 6))
    diary_add(&r->diary, r->cluster, moving, whole, one);
  return code;
}

/* What comes between two steps: checkpoints, and cuts that move. */
static int rest(run *r, uint64_t step) {
  const options *o = &r->options;
  carom_cluster_status status = CAROM_CLUSTER_OK;
  if (o->save && step % o->every == 0) {
    const carom_cluster_store store = carom_cluster_folder(o->save);
    status = carom_cluster_checkpoint(r->cluster, &store, CHECKPOINT);
  }
  if (!status && o->even > 0) status = carom_cluster_balance(r->cluster, o->even);
  return code_of(r, status, "a checkpoint cannot be written; is there such a folder?");
}

static int take_steps(run *r) {
  const options *o = &r->options;
  double last = now();
  for (uint64_t step = r->first; step < o->steps; step++) {
    if (step + 1 == o->kill_step && o->kill_rank == r->office.transport.rank)
      _exit(complain(r, KILLED, "ends itself"));
    int code = take_step(r, step);
    if (!code) code = rest(r, step + 1);
    if (code == LATE) return say_late(r, step + 1);
    if (code) return code;
    show_progress(r, step + 1, &last);
  }
  return SAME;
}

static int finish(run *r) {
  bool written = true;
  if (r->options.draw && !picture_draw(&r->office, &r->game, r->options.draw, &written))
    return say_late(r, r->options.steps);
  if (!written) return is_first(r) ? complain(r, DIFFERENT, "the picture cannot be written") : DIFFERENT;
  if (!report_print(&r->office, &r->diary)) return say_late(r, r->options.steps);
  if (is_first(r) && r->options.check)
    printf("all %u steps: the events, contacts and poses of one world, bit for bit\n", r->options.steps);
  return SAME;
}

int main(int argc, char **argv) {
  int rank = 0, code = REFUSED;
  run r = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool right = options_read(&r.options, argc, argv, rank == 0);
  if (right && r.options.help) {
    if (rank == 0) options_print();
    code = SAME;
  } else if (right) {
    if (!begin(&r))
      return MPI_Abort(MPI_COMM_WORLD, complain(&r, BROKEN, "memory is out, or --restart has no checkpoint"));
    code = take_steps(&r);
    if (code == SAME) code = finish(&r);
    fflush(stdout);
    if (code == LATE || code == BROKEN) {
      /* Without all ranks there is no common end. The others get time to say the same. */
      nanosleep(&(struct timespec){0, 500000000}, NULL);
      MPI_Abort(MPI_COMM_WORLD, code);
    }
    end(&r);
  }
  MPI_Finalize();
  return code;
}
