/* options.c: the command line: one table of options, one function a kind of value. */
#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum value_kind {
  VALUE_NONE,
  VALUE_TEXT,
  VALUE_COUNT,
  VALUE_SEED,
  VALUE_NUMBER,
  VALUE_PLACE
} value_kind;

typedef struct option {
  const char *name, *value, *help;
  value_kind kind;
  size_t field; /* where in `options` it goes */
} option;

static const option option_list[] = {
    {"--map", "NAME", "run in an installed OpenArena level (oa_dm2, islanddm, ...) or a .bsp file",
     VALUE_TEXT, offsetof(options, map)},
    {"--track", "NAME", "drive over an installed track of SuperTuxKart (abyss, ...) or one in a folder",
     VALUE_TEXT, offsetof(options, track)},
    {"--fly", NULL, "on a track: the movers of a level, which fly, instead of cars", VALUE_NONE,
     offsetof(options, fly)},
    {"--terrain", "NAME", "drive over the ground of an installed rally of Trigger Rally (april, ...)",
     VALUE_TEXT, offsetof(options, terrain)},
    {"--scan", NULL, "fly around scans of up to 871,306 triangles that turn through each other", VALUE_NONE,
     offsetof(options, scan)},
    {"--ply", "FILE", "the larger scan (build/scan/dragon_vrip.ply)", VALUE_TEXT, offsetof(options, ply)},
    {"--pk3", "FILE", "look for the map in this archive", VALUE_TEXT, offsetof(options, pk3)},
    {"--data", "DIR", "where bunny.txt and bunny_triangles.txt are", VALUE_TEXT, offsetof(options, data)},
    {"--steps", "N", "how many steps of 1/60 s (600)", VALUE_COUNT, offsetof(options, steps)},
    {"--bodies", "N", "how many moving bodies (500)", VALUE_COUNT, offsetof(options, bodies)},
    {"--seed", "N", "another seed, another scene (1)", VALUE_SEED, offsetof(options, seed)},
    {"--offset", "X,Y,Z", "move the whole scene", VALUE_PLACE, offsetof(options, offset)},
    {"--check", NULL, "compare each step with brute force over all pairs", VALUE_NONE,
     offsetof(options, check)},
    {"--replay-offset", "X,Y,Z", "replay each step in a second, moved world and compare", VALUE_PLACE,
     offsetof(options, replay_offset)},
    {"--trace", "FILE", "write the touching pairs of each step as text", VALUE_TEXT,
     offsetof(options, trace)},
    {"--record", "FILE", "write a recording of the run, e.g. for ./carom view", VALUE_TEXT,
     offsetof(options, record)},
    {"--svg", "FILE", "where the picture goes (carom-<scene>.svg)", VALUE_TEXT, offsetof(options, svg)},
    {"--cut", "Z", "leave out of the picture what is above this height", VALUE_NUMBER,
     offsetof(options, cut)},
    {"--hash-only", NULL, "print the world's hash and nothing else; no picture", VALUE_NONE,
     offsetof(options, hash_only)},
    {"--help", NULL, "this text", VALUE_NONE, offsetof(options, help)},
};
#define OPTION_COUNT (sizeof option_list / sizeof *option_list)

static bool read_count(long *out, const char *text) {
  char *end;
  errno = 0;
  *out = strtol(text, &end, 10);
  return end != text && !*end && !errno && *out >= 0 && *out <= 10000000;
}

static bool read_seed(uint64_t *out, const char *text) {
  char *end;
  errno = 0;
  *out = strtoull(text, &end, 0);
  return end != text && !*end && !errno;
}

static bool read_number(double *out, const char *text, const char **end, char terminator) {
  char *stop;
  *out = strtod(text, &stop);
  *end = stop + 1;
  return stop != text && *stop == terminator && isfinite(*out);
}

static bool read_place(carom_pos *out, const char *text) {
  const char *at = text;
  return read_number(&out->x, at, &at, ',') && read_number(&out->y, at, &at, ',') &&
         read_number(&out->z, at, &at, '\0');
}

static bool read_value(options *out, const option *entry, const char *text) {
  void *field = (char *)out + entry->field;
  const char *end;
  switch (entry->kind) {
  case VALUE_NONE:
    *(bool *)field = true;
    return true;
  case VALUE_TEXT:
    *(const char **)field = text;
    return *text != '\0';
  case VALUE_COUNT:
    return read_count(field, text);
  case VALUE_SEED:
    return read_seed(field, text);
  case VALUE_NUMBER:
    return read_number(field, text, &end, '\0');
  case VALUE_PLACE:
    return read_place(field, text);
  }
  return false;
}

/* The word may go on with "=value". */
static const option *find_option(const char *word) {
  size_t length = strcspn(word, "=");
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (strlen(option_list[i].name) == length && strncmp(option_list[i].name, word, length) == 0)
      return &option_list[i];
  return NULL;
}

static bool complain(const char *word, const char *what) {
  fprintf(stderr, "%s: %s; --help lists the options.\n", word, what);
  return false;
}

/* A value follows "=" or is the next word. */
static bool take_value(const option *entry, const char *word, const char *next, const char **value) {
  const char *equals = strchr(word, '=');
  bool takes_value = entry->kind != VALUE_NONE;
  *value = equals ? equals + 1 : takes_value ? next : NULL;
  if (!takes_value && equals) return complain(entry->name, "takes no value");
  if (takes_value && !*value) return complain(entry->name, "needs a value");
  return true;
}

bool options_read(options *out, int count, char **words) {
  *out = (options){.data = CAROM_SAMPLE_DATA,
                   .ply = "build/scan/dragon_vrip.ply",
                   .steps = 600,
                   .bodies = 500,
                   .seed = 1,
                   .cut = HUGE_VAL};
  for (int i = 1; i < count; i++) {
    const option *entry = find_option(words[i]);
    const char *value;
    if (!entry) return complain(words[i], "no such option");
    if (!take_value(entry, words[i], i + 1 < count ? words[i + 1] : NULL, &value)) return false;
    if (!read_value(out, entry, value)) return complain(entry->name, "cannot be this value");
    if (value && !strchr(words[i], '=')) i++;
    out->replay = out->replay || entry->field == offsetof(options, replay_offset);
  }
  return true;
}

void options_help(void) {
  puts("Hundreds of bodies fly through a level and bounce off whatever carom reports.\n");
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const option *entry = &option_list[i];
    int used = printf("  %s %s", entry->name, entry->value ? entry->value : "");
    printf("%*s%s\n", used < 28 ? 28 - used : 1, "", entry->help);
  }
}
