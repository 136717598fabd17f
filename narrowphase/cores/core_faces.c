/* core_faces.c: the faces around vertices of boxes and hulls. */
#include "simplex.h"

#include "hull.h"

typedef struct face_search {
  const carom__cores *cores;
  const carom__simplex *simplex;
  int side;
  carom__face_axis *best;
  bool found;
} face_search;

/* Tries a face by its normal in the frame of its shape. */
static void try_face(face_search *s, carom_vec3 local) {
  carom__dvec3 outward = dvec3_widen(local);
  if (s->side == 1) outward = dvec3_neg(dvec3_turn(&s->cores->b_in_a->axes, local));
  carom__dvec3 normal = dvec3_normalize_or(outward, dvec3(1, 0, 0));
  if (!(core_separation_bound(s->simplex, normal) > s->best->separation)) return;
  double separation = -dvec3_dot(carom__cores_support(s->cores, normal).w, normal);
  if (!(separation > s->best->separation)) return;
  *s->best = (carom__face_axis){normal, separation};
  s->found = true;
}

static void try_box_vertex(face_search *s, uint32_t vertex) {
  for (int axis = 0; axis < 3; axis++) {
    carom_vec3 normal = vec3(0, 0, 0);
    vec3_set(&normal, axis, vertex >> axis & 1 ? 1.0f : -1.0f);
    try_face(s, normal);
  }
}

static void try_hull_vertex(face_search *s, const carom_hull *hull, uint32_t vertex) {
  uint32_t first = hull->vertex_edges[vertex], at = first;
  do {
    const carom__half_edge *edge = &hull->half_edges[at];
    try_face(s, hull->planes[edge->face].normal);
    at = hull->half_edges[edge->twin].next;
  } while (at != first);
}

bool carom__core_faces_widest(const carom__cores *cores, const carom__simplex *simplex, int side,
                              carom__face_axis *out) {
  const carom__core *core = side == 0 ? &cores->a : &cores->b;
  face_search s = {cores, simplex, side, out, false};
  for (int i = 0; i < simplex->count; i++) {
    const carom__vertex *v = &simplex->vertices[i];
    uint32_t vertex = side == 0 ? v->index_a : v->index_b;
    if (core->box) try_box_vertex(&s, vertex);
    if (core->hull) try_hull_vertex(&s, core->hull, vertex);
  }
  return s.found;
}
