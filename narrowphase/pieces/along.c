/* along.c: how two shapes touch along a direction that is given. */
#include "along.h"

#include "collide_flats.h"
#include "fit.h"
#include "flat_class.h"
#include "pair_call.h"
#include "patches.h"
#include "two_triangles.h"

/* Are both triangles without a radius? */
static bool are_triangles(const carom_shape *a, const carom_shape *b) {
  return a->kind == CAROM__TRIANGLE && b->kind == CAROM__TRIANGLE && shape_triangle(a)->radius == 0 &&
         shape_triangle(b)->radius == 0;
}

carom_status carom__convex_collide(carom__site a, carom__site b, carom_manifold *out) {
  carom__manifold local = {.count = 0};
  if (!are_triangles(a.shape, b.shape)) return carom__call_collide(a, b, NULL, out);
  carom__relative place = frame_relative(a.frame, b.frame);
  carom__triangles_answer answer =
      carom__two_triangles_collide(shape_triangle(a.shape), shape_triangle(b.shape), &place, &local);
  if (answer == CAROM__TRIANGLES_UNSURE) return carom__call_collide(a, b, NULL, out);
  carom__manifold_to_world(&local, a.frame, out);
  return CAROM_OK;
}

static bool collide_first(const carom_shape *a, const carom_shape *b, const carom__relative *place,
                          carom_vec3 normal, carom__along asked, carom__manifold *out) {
  if (are_triangles(a, b))
    return carom__two_triangles_along(shape_triangle(a), shape_triangle(b), place, normal, out);
  if (!shape_is_planar(a)) return carom__collide_cores_along(a, b, place, normal, asked, out);
  carom__flat flat_a, flat_b;
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  return carom__collide_flats_along(&flat_a, &flat_b, place, normal, out);
}

bool carom__convex_collide_along(carom__site a, carom__site b, int side, carom_vec3 normal,
                                 carom__along asked, carom_manifold *out) {
  carom__site first = side == 0 ? a : b, second = side == 0 ? b : a;
  carom__relative place = frame_relative(first.frame, second.frame);
  carom__manifold local, mirrored;
  if (!collide_first(first.shape, second.shape, &place, normal, asked, &local)) return false;
  if (side == 1) {
    place = relative_inverse(&place);
    carom__manifold_mirror(&local, &place, &mirrored);
    local = mirrored;
  }
  carom__manifold_to_world(&local, a.frame, out);
  return true;
}

/* --- Any shapes --- */

static bool has_edge(const carom__part *part, carom__dvec2 along, double cosine) {
  carom__flat flat;
  carom__flat_of(&part->shape, &flat);
  for (uint32_t i = 0; i < flat_straight_edges(&flat); i++) {
    carom__dvec2 from = dvec2_widen(flat.points[i]);
    carom__dvec2 edge = dvec2_sub(dvec2_widen(flat.points[flat_after(i, flat.count)]), from);
    if (dvec2_cross(along, edge) > cosine * dvec2_length(edge)) return true;
  }
  return false;
}

bool carom__part_has_face(const carom__part *part, carom_vec3 along, float cosine) {
  const carom__shape_class *class = carom__shape_class_of(part->shape.kind);
  carom__face face;
  if (!class->face) return has_edge(part, dvec2((double)along.x, (double)along.y), (double)cosine);
  class->face(&part->shape, along, &face);
  return face.count >= 3 && vec3_dot(face.normal, along) > cosine;
}

typedef struct along_search {
  carom_vec3 normal;
  bool found;
  carom__patches patches;
  carom_manifold *out;
} along_search;

static bool gather(void *context, const carom__part *a, const carom__part *b) {
  along_search *g = context;
  const carom__part *parts[2] = {a, b};
  for (int side = 0; side < 2; side++) {
    carom_vec3 normal = side == 0 ? g->normal : vec3_neg(g->normal);
    carom_vec3 along = mat3_tmul_vec3(&parts[side]->frame.axes, normal);
    carom_manifold m;
    if (!carom__part_has_face(parts[side], along, CAROM__SAME_NORMAL)) continue;
    if (!carom__convex_collide_along(part_site(a), part_site(b), side, along, CAROM__ALONG_ANY, &m)) continue;
    const carom__part_id of_a = part_id(a), of_b = part_id(b);
    carom__patches_add(&g->patches, &of_a, &of_b, &m);
    break;
  }
  return true;
}

/* All of one direction is one patch. */
static void keep(void *context, const carom_patch *patch) {
  along_search *g = context;
  g->found = true;
  *g->out = (carom_manifold){.normal = patch->normal, .point_count = patch->point_count};
  memcpy(g->out->points, patch->points, sizeof patch->points);
}

bool carom__collide_along(carom__site a, carom__site b, carom_vec3 normal, carom_manifold *out) {
  carom__fitted room;
  along_search g;
  if (!carom__pair_fit(&a, &b, &room)) return false;
  g.normal = normal, g.found = false, g.out = out;
  carom__patches_begin(&g.patches, shape_is_planar(a.shape), keep, &g);
  carom__part_pairs_walk(a, b, 0, gather, &g);
  carom__patches_end(&g.patches);
  return g.found;
}
