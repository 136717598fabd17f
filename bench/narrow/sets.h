/* sets.h: the sets of pairs that the narrow phase is measured on. */
#ifndef CAROM_BENCH_SETS_H
#define CAROM_BENCH_SETS_H

#include <carom/batch.h>
#include <carom/cast.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Extents are 0.3 to 1 from the centre, positions within 12 of the origin and floats, so that every engine
 * can be given them exactly. */
typedef struct bench_pair {
  carom_shape a, b;
  carom_pose pose_a, pose_b;
  carom_pose nudged_b; /* pose_b a little later: 1e-3 of B's size away, turned by 1e-3 rad */
} bench_pair;

/* What else is asked about the pair. */
typedef struct bench_motion {
  carom_ray ray;      /* against a; from outside of its bounding sphere to a place in it, or beyond */
  carom_pose start_b; /* the pair apart, for the cast */
  carom_vec3 translation;
  carom_motion slow[2], fast[2]; /* of a and of b */
} bench_motion;

#define BENCH_ASSETS 64

typedef struct bench_set {
  const char *name;
  bool moving; /* ask about rays, casts and times of impact, too: once for each couple of shapes */
  size_t count;
  bench_pair *pairs;
  bench_motion *motions;
  carom_hull *hulls[BENCH_ASSETS]; /* that the shapes refer to; NULL where there is none */
  carom_polygon *polygons[BENCH_ASSETS];
} bench_set;

/* How many sets there are, what they are called, and whether their shapes and all that is asked about them
 * are of the plane. */
size_t bench_set_count(void);
const char *bench_set_name(size_t index);
bool bench_set_is_planar(size_t index);

/* Makes a set; exits when there is no memory. Sets do not depend on the order in which they are made. */
void bench_set_make(size_t index, size_t pairs, bench_set *out);
void bench_set_free(bench_set *set);

/* The gap that a time of impact may leave: half a hundredth, as a game would. */
#define BENCH_MARGIN 0.005f

#ifdef __cplusplus
}
#endif

#endif
