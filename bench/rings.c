/* rings: what it costs to cut polygons with holes into convex pieces, and into how few.
 *
 *   rings [--quick] [MAP.json [LANDS]]
 *   rings [--quick] --forms [POINTS]
 *
 * MAP.json is land in TopoJSON (samples/coast.sh fetches some into build/coast); without it, land that the
 * sample coast imagines. Prints rows of tab-separated values, rings <what> <value>: lands, refused, points,
 * pieces; total and largest, the times of all lands and of the one that takes longest, medians of the
 * thread's time in ms. Into the file LANDS goes a JSON array for each land: how many pieces it is cut into, 0
 * when it is refused, and its rings (bench/rings/peers.sh compares other programs).
 *
 * --forms cuts polygons of hard forms (tests/base/ring_forms.h) of so many points, or of 10,000, 100,000 and
 * 1,000,000, one after the other: rows rings <form> <points> <pieces> <check> <cut>, times in ms. --quick:
 * the least of those points, and a tenth of the time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../samples/coast/land.h"
#include "../tests/base/ring_forms.h"
#include "common/arguments.h"
#include "common/timing.h"

typedef struct figures {
  size_t refused, points, pieces;
  double longest; /* s */
} figures;

/* Into how many pieces a land is cut; 0 when it is refused. */
static size_t cut(const land *l) {
  carom_ring *rings = malloc(l->count * sizeof *rings);
  carom_pieces *pieces = NULL;
  carom_pieces_view view = {.count = 0};
  for (size_t i = 0; rings && i < l->count; i++)
    rings[i] = (carom_ring){l->shores[i].points, l->shores[i].count};
  if (!carom_rings_cut(NULL, rings, l->count, 0, &pieces, NULL)) carom_pieces_describe(pieces, &view);
  carom_pieces_destroy(pieces);
  free(rings);
  return view.count;
}

static figures cut_all(const atlas *a) {
  figures f = {0};
  for (size_t i = 0; i < a->count; i++) {
    double start = bench_seconds();
    size_t pieces = cut(&a->lands[i]);
    double time = bench_seconds() - start;
    if (time > f.longest) f.longest = time;
    f.pieces += pieces;
    f.refused += pieces == 0;
    for (size_t k = 0; k < a->lands[i].count; k++) f.points += a->lands[i].shores[k].count;
  }
  return f;
}

static void measure(const atlas *a, double seconds) {
  bench_samples total = {0}, longest = {0};
  figures f = {0};
  while (bench_samples_wanted(&total, seconds)) {
    double start = bench_seconds();
    f = cut_all(a);
    bench_samples_add(&total, bench_seconds() - start);
    bench_samples_add(&longest, f.longest);
  }
  printf("rings\tlands\t%zu\nrings\trefused\t%zu\nrings\tpoints\t%zu\nrings\tpieces\t%zu\n", a->count,
         f.refused, f.points, f.pieces);
  printf("rings\ttotal\t%.2f\nrings\tlargest\t%.2f\n", 1e3 * bench_samples_median(&total),
         1e3 * bench_samples_median(&longest));
  bench_samples_free(&total);
  bench_samples_free(&longest);
}

static void write_land(FILE *file, const land *l) {
  fprintf(file, "[%zu", cut(l));
  for (size_t k = 0; k < l->count; k++) {
    const shore *s = &l->shores[k];
    for (size_t i = 0; i < s->count; i++)
      fprintf(file, "%s[%.9g,%.9g]", i ? "," : ",[", (double)s->points[i].x, (double)s->points[i].y);
    fputs("]", file);
  }
  fputs("]\n", file);
}

static bool write_lands(const atlas *a, const char *name) {
  FILE *file = fopen(name, "w");
  if (!file) return false;
  for (size_t i = 0; i < a->count; i++) write_land(file, &a->lands[i]);
  return fclose(file) == 0;
}

static int fail(const char *file, const char *why) {
  fprintf(stderr, "%s: %s\n", file, why);
  return 1;
}

/* --- Forms --- */

static bool measure_form(ring_form_kind kind, size_t points) {
  ring_form form;
  carom_pieces *pieces = NULL;
  carom_pieces_view view = {.count = 0};
  bool made = ring_form_make(&form, kind, points);
  double start = bench_seconds(), checked = start;
  if (made && !carom_rings_check(NULL, form.rings, form.count, NULL)) {
    checked = bench_seconds();
    made = carom_rings_cut(NULL, form.rings, form.count, 0, &pieces, NULL) == CAROM_OK;
  }
  double end = bench_seconds();
  carom_pieces_describe(pieces, &view);
  printf("rings\t%s\t%zu\t%zu\t%.2f\t%.2f\n", ring_form_names[kind], points, view.count,
         1e3 * (checked - start), 1e3 * (end - checked));
  fflush(stdout);
  carom_pieces_destroy(pieces);
  ring_form_free(&form);
  return made && view.count > 0;
}

static int measure_forms(const char *points, bool quick) {
  const size_t usual[] = {10000, 100000, 1000000};
  size_t given = points ? strtoul(points, NULL, 10) : 0, count = points || quick ? 1 : 3;
  bool good = true;
  if (points && (given < 100 || given > 1000000)) return fail(points, "not 100 to 1000000 points");
  for (size_t i = 0; i < count; i++)
    for (int kind = 0; kind < FORM_COUNT; kind++)
      good &= measure_form((ring_form_kind)kind, points ? given : usual[i]);
  return good ? 0 : fail("rings", "a form was not cut");
}

int main(int count, char **arguments) {
  atlas a;
  const char *why;
  bool quick = bench_take_quick(&count, arguments);
  if (count > 1 && !strcmp(arguments[1], "--forms"))
    return measure_forms(count > 2 ? arguments[2] : NULL, quick);
  if (count < 2)
    atlas_imagine(&a);
  else if (!atlas_read(&a, arguments[1], &why))
    return fail(arguments[1], why);
  if (count > 2 && !write_lands(&a, arguments[2])) return fail(arguments[2], "it cannot be written");
  measure(&a, quick ? 0.1 : 1);
  atlas_free(&a);
  return 0;
}
