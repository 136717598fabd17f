#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Up to so many bodies, all steps are compared with one world unless that is asked for or refused. */
enum { CHECKED = 10000 };

typedef struct entry {
  const char *name, *value, *help;
  bool (*read)(options *out, const char *value);
} entry;

static bool read_number(const char *text, uint64_t most, uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull(text, &end, 10);
  return end != text && *end == '\0' && *text != '-' && !errno && *out <= most;
}

static bool read_bodies(options *out, const char *value) {
  uint64_t n;
  if (!read_number(value, 20000000, &n) || n == 0) return false;
  out->bodies = (uint32_t)n;
  return true;
}
static bool read_steps(options *out, const char *value) {
  uint64_t n;
  if (!read_number(value, 1000000, &n) || n == 0) return false;
  out->steps = (uint32_t)n;
  return true;
}
static bool read_seed(options *out, const char *value) { return read_number(value, UINT64_MAX, &out->seed); }
static bool read_patience(options *out, const char *value) {
  char *end;
  out->patience = strtod(value, &end);
  return end != value && *end == '\0' && out->patience > 0 && isfinite(out->patience);
}
static bool read_check(options *out, const char *value) {
  (void)value;
  return out->check = true;
}
static bool read_no_check(options *out, const char *value) {
  (void)value;
  out->check = false;
  return true;
}
static bool read_time(options *out, const char *value) {
  (void)value;
  return out->time_one = true;
}
static bool read_draw(options *out, const char *value) {
  out->draw = value;
  return *value != '\0';
}
static bool read_kill(options *out, const char *value) {
  unsigned rank, step;
  char rest;
  if (sscanf(value, "%9u@%9u%c", &rank, &step, &rest) != 2 || step == 0) return false;
  out->kill_rank = rank;
  out->kill_step = step;
  return true;
}
static bool read_save(options *out, const char *value) {
  out->save = value;
  return *value != '\0';
}
static bool read_every(options *out, const char *value) {
  uint64_t n;
  if (!read_number(value, 1000000, &n) || n == 0) return false;
  out->every = (uint32_t)n;
  return true;
}
static bool read_restart(options *out, const char *value) {
  out->restart = value;
  return *value != '\0';
}
static bool read_balance(options *out, const char *value) {
  char *end;
  out->even = strtod(value, &end);
  return end != value && *end == '\0' && out->even >= 1 && isfinite(out->even);
}
static bool read_help(options *out, const char *value) {
  (void)value;
  return out->help = true;
}

static const entry entries[] = {
    {"--bodies", "N", "how many bodies move (that of the scene)", read_bodies},
    {"--steps", "N", "how many steps of 1/64 s (100)", read_steps},
    {"--seed", "S", "another scene of the same sort (1)", read_seed},
    {"--check", NULL, "compare each step with one world, bit for bit (so up to 10,000 bodies)", read_check},
    {"--no-check", NULL, "do not compare", read_no_check},
    {"--time", NULL, "measure one world beside, by turns, on the processor of rank 0", read_time},
    {"--draw", "FILE.svg", "draw the parts at the end: blocks, bodies by their owners, ghosts", read_draw},
    {"--kill", "RANK@STEP", "this rank ends itself before this step, 1 or more", read_kill},
    {"--balance", "RATIO", "even the costs of ranks when the highest is above so many times the mean",
     read_balance},
    {"--save", "FOLDER", "write a checkpoint into this folder after every 10th step", read_save},
    {"--every", "N", "after every Nth step instead", read_every},
    {"--restart", "FOLDER", "go on from the checkpoint in it, with the same scene, bodies and seed",
     read_restart},
    {"--patience", "SECONDS", "how long to wait for a rank (10)", read_patience},
    {"--help", NULL, "this text", read_help},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static bool complain(bool loud, const char *word, const char *what) {
  if (loud) fprintf(stderr, "carom cluster: %s %s; --help lists what there is\n", word, what);
  return false;
}

static const entry *find_entry(const char *name) {
  for (int i = 0; i < ENTRIES; i++)
    if (strcmp(entries[i].name, name) == 0) return &entries[i];
  return NULL;
}

/* Reads words[*at], and its value. */
static bool read_word(options *out, int count, char **words, int *at, bool loud) {
  const char *word = words[*at];
  if (word[0] != '-') return (out->scene = scene_find(word)) || complain(loud, word, "is no scene");
  const entry *e = find_entry(word);
  if (!e) return complain(loud, word, "is no option");
  if (e->value && ++*at == count) return complain(loud, word, "needs a value");
  return e->read(out, e->value ? words[*at] : NULL) || complain(loud, word, "cannot be this value");
}

bool options_read(options *out, int count, char **words, bool loud) {
  *out = (options){.scene = scene_list, .steps = 100, .seed = 1, .patience = 10, .every = 10};
  bool asked = false;
  for (int i = 1; i < count; i++) {
    asked = asked || strcmp(words[i], "--check") == 0 || strcmp(words[i], "--no-check") == 0;
    if (!read_word(out, count, words, &i, loud)) return false;
  }
  if (!out->bodies) out->bodies = out->scene->bodies;
  if (!asked) out->check = out->bodies <= CHECKED;
  return true;
}

static void print_line(const char *name, const char *value, const char *help) {
  const int used = printf("  %s %s", name, value ? value : "");
  printf("%*s%s\n", used < 22 ? 22 - used : 1, "", help);
}

void options_print(void) {
  puts(
      "./carom cluster RANKS [SCENE] [OPTIONS]: one world over as many processes of this machine, by MPI.\n");
  puts("Scenes:");
  for (const scene *s = scene_list; s->name; s++) print_line(s->name, NULL, s->help);
  puts("\nOptions:");
  for (int i = 0; i < ENTRIES; i++) print_line(entries[i].name, entries[i].value, entries[i].help);
  puts("\nThe exit code is 0 when all steps were taken and equal, 1 when one differed or the picture could "
       "not");
  puts("be written, 2 for a wrong command line, 3 when a rank was late, and 4 when memory ran out or");
  puts("a checkpoint could not be written or read.");
}
