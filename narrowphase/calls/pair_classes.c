/* pair_classes.c: the one table of pairs of kinds that have an algorithm of their own.
 *
 * Kinds are in the order of shapes.def. The mirrored pair comes by itself. A pair or a column that is not
 * listed takes the general way, so that a new kind needs no entry here. */
#include "collide_box.h"
#include "collide_boxes.h"
#include "collide_flats.h"
#include "collide_rectangles.h"
#include "collide_round.h"
#include "collide_sphere_solid.h"
#include "composite.h"
#include "fit.h"
#include "line_cast.h"
#include "manifold.h"
#include "on_plane.h"
#include "pair_class.h"
#include "place_pairs.h"

static bool collide_boxes(carom__site a, carom__site b, carom_manifold *out) {
  carom__manifold local;
  if (!are_sharp_boxes(a.shape, b.shape)) return false;
  carom__box_task task = box_task_of(a, b);
  carom__touch_box_task(&task, &local);
  carom__manifold_to_world(&local, a.frame, out);
  return true;
}

static carom__touch_state touch_boxes(carom__site a, carom__site b) {
  if (!are_sharp_boxes(a.shape, b.shape)) return CAROM__TOUCH_UNKNOWN;
  carom__box_task task = box_task_of(a, b);
  return carom__boxes_overlap(&task) ? CAROM__TOUCHING : CAROM__APART;
}

/* What follows for round shapes from the answers at their places. */
#define DEFINE_ROUND(pair)                                                                                   \
  static carom_status collide_local_##pair(const carom_shape *a, const carom_shape *b,                       \
                                           const carom__relative *b_in_a, carom__manifold *out) {            \
    return carom__collide_round_local(carom__collide_##pair, a, b, b_in_a, out);                             \
  }                                                                                                          \
  static bool measure_local_##pair(const carom_shape *a, const carom_shape *b,                               \
                                   const carom__relative *b_in_a, carom__separation *out) {                  \
    return carom__measure_round_local(carom__measure_##pair, a, b, b_in_a, out);                             \
  }
DEFINE_ROUND(spheres)
DEFINE_ROUND(sphere_capsule)
DEFINE_ROUND(capsules)
DEFINE_ROUND(sphere_box)

static bool collide_rectangles(carom__site a, carom__site b, carom_manifold *out) {
  carom__rectangle_task task = rectangle_task_of(a, b);
  carom__rectangle_touch touch;
  carom__collide_rectangle_task(&task, &touch);
  carom__rectangle_touch_to_world(&touch, a.frame, out);
  return true;
}

static carom__touch_state touch_rectangles(carom__site a, carom__site b) {
  carom__rectangle_task task = rectangle_task_of(a, b);
  return carom__rectangles_touch(&task);
}

static bool measure_rectangles(carom__site a, carom__site b, carom_distance_result *out) {
  carom__rectangle_task task = rectangle_task_of(a, b);
  return carom__measure_rectangles(&task, out);
}

/* Columns that several pairs have in common. */
#define ROUND_PAIR(pair)                                                                                     \
  .place = carom__place_##pair, .collide = collide_local_##pair, .collide_sites = carom__collide_##pair,     \
  .touch = carom__touch_##pair, .measure_sites = carom__measure_##pair, .distance = measure_local_##pair,    \
  .cast = carom__line_cast_plain
#define SPHERE_FRUSTUM                                                                                       \
  .collide = carom__collide_sphere_frustum, .distance = carom__distance_of_sphere_frustum,                   \
  .cast = carom__line_cast_frustum
#define SPHERE_SOLID .collide = carom__collide_sphere_solid, .distance = carom__distance_of_sphere_solid

#define COMPOSITE(KIND, UNBOUNDED)                                                                           \
  [CAROM_##KIND] = {.calls = &carom__composite_calls}, [CAROM_##UNBOUNDED] = {.calls = &carom__on_plane_calls}

const carom__pair_class carom__pair_classes[CAROM__KIND_COUNT][CAROM__KIND_COUNT] =
    {
        [CAROM_SPHERE] =
            {
                [CAROM_SPHERE] = {ROUND_PAIR(spheres), .touch_is_cheap = true},
                [CAROM_CAPSULE] = {ROUND_PAIR(sphere_capsule), .touch_is_cheap = true},
                [CAROM_BOX] = {ROUND_PAIR(sphere_box)},
                [CAROM_CYLINDER] = {SPHERE_FRUSTUM},
                [CAROM_CONE] = {SPHERE_FRUSTUM},
                [CAROM_FRUSTUM] = {SPHERE_FRUSTUM},
                [CAROM_TAPERED_CAPSULE] = {SPHERE_SOLID},
                [CAROM_ELLIPSOID] = {SPHERE_SOLID},
            },
        [CAROM_CAPSULE] =
            {
                [CAROM_CAPSULE] = {ROUND_PAIR(capsules), .touch_is_cheap = true},
                [CAROM_BOX] = {.place = carom__place_capsule_box,
                               .collide = carom__collide_capsule_box,
                               .near = carom__near_capsule_box,
                               .points = carom__points_capsule_box,
                               .touch = carom__touch_capsule_box,
                               .cast = carom__line_cast_plain},
            },
        [CAROM_BOX] = {[CAROM_BOX] = {.place = carom__place_boxes,
                                      .collide = carom__collide_box_box,
                                      .near = carom__near_two_boxes,
                                      .points = carom__points_two_boxes,
                                      .collide_sites = collide_boxes,
                                      .uses_cache = true,
                                      .touch = touch_boxes,
                                      .touch_is_cheap = true,
                                      .depth = carom__depth_of_boxes,
                                      .gap = carom__gap_of_boxes,
                                      .cast = carom__line_cast_two_boxes,
                                      .lanes = CAROM__AS_BOXES}},
        [CAROM_HULL] = {[CAROM_HULL] = {.place = carom__place_hulls}},
        [CAROM_DISC] =
            {
                [CAROM_DISC] = {.place = carom__place_discs,
                                .collide_sites = carom__collide_spheres,
                                .touch = carom__touch_spheres,
                                .measure_sites = carom__measure_spheres,
                                .cast = carom__line_cast_plain},
                [CAROM_STADIUM] = {.cast = carom__line_cast_plain},
                [CAROM_RECTANGLE] = {.place = carom__place_disc_rectangle,
                                     .collide_sites = carom__collide_disc,
                                     .touch = carom__disc_touches,
                                     .measure_sites = carom__measure_disc,
                                     .touch_first = true,
                                     .place_in_part = true,
                                     .cast = carom__line_cast_plain},
            },
        [CAROM_STADIUM] =
            {
                [CAROM_STADIUM] = {.cast = carom__line_cast_plain},
                [CAROM_RECTANGLE] = {.cast = carom__line_cast_plain},
            },
        [CAROM_RECTANGLE] = {[CAROM_RECTANGLE] = {.place = carom__place_rectangles,
                                                  .collide_sites = collide_rectangles,
                                                  .touch = touch_rectangles,
                                                  .measure_sites = measure_rectangles,
                                                  .touch_first = true,
                                                  .cast = carom__line_cast_two_boxes,
                                                  .lanes = CAROM__AS_RECTANGLES},
                             [CAROM_POLYGON] = {.place = carom__place_rectangle_polygon,
                                                .collide_sites = carom__collide_rectangle_polygon}},
        [CAROM_POLYGON] = {[CAROM_POLYGON] = {.place = carom__place_polygons,
                                              .collide_sites = carom__collide_polygons}},
        [CAROM_MESH] = {COMPOSITE(MESH, HALF_SPACE)},
        [CAROM_COMPOUND] = {COMPOSITE(COMPOUND, HALF_SPACE)},
        [CAROM_PLANAR_COMPOUND] = {COMPOSITE(PLANAR_COMPOUND, HALF_PLANE)},
        [CAROM_FIELD] = {COMPOSITE(FIELD, HALF_SPACE)},
        [CAROM_HALF_SPACE] = {[CAROM_HALF_SPACE] = {.calls = &carom__unbounded_calls}},
        [CAROM_HALF_PLANE] = {[CAROM_HALF_PLANE] = {.calls = &carom__unbounded_calls}},
};
