/* collider_pieces.c: creates a collider for each convex piece of a polygon, or each link of a chain. */
#include "bodies.h"

typedef struct shards {
  carom_pieces_view view;
  carom_polygon **polygons; /* of each piece; NULL: it is too thin or too small */
  size_t count;             /* of the polygons that were made, or left out */
  carom_collider_def *defs; /* without gaps */
  size_t def_count;
} shards;

static carom_status make_polygon(const carom_allocator *allocator, const carom_pieces_view *view,
                                 size_t piece, carom_polygon **out) {
  carom_vec2 corners[CAROM_POLYGON_VERTICES_MAX];
  size_t start = view->starts[piece], count = view->starts[piece + 1] - start;
  if (count > CAROM_POLYGON_VERTICES_MAX) return CAROM_LIMIT;
  for (size_t i = 0; i < count; i++) corners[i] = view->points[view->corners[start + i]];
  carom_status status = carom_polygon_from_points(allocator, (const float *)corners, count, 0, out);
  return status == CAROM_FLAT || status == CAROM_BAD_SIZE ? CAROM_OK : status;
}

static carom_status make_defs(const carom_allocator *allocator, const carom_collider_def *def, shards *s) {
  if (!s->polygons || !s->defs) return CAROM_OUT_OF_MEMORY;
  for (; s->count < s->view.count; s->count++) {
    carom_polygon *polygon = NULL;
    carom_status status = make_polygon(allocator, &s->view, s->count, &polygon);
    if (status) return status;
    s->polygons[s->count] = polygon;
    if (!polygon) continue;
    s->defs[s->def_count] = *def;
    s->defs[s->def_count++].shape = carom_shape_polygon(polygon);
  }
  return CAROM_OK;
}

/* Puts null ids where pieces were left out; from the last, since ids only move back. */
static void spread_ids(const shards *s, carom_collider *ids) {
  size_t next = s->def_count;
  for (size_t i = s->count; i-- > 0;) ids[i] = s->polygons[i] ? ids[--next] : (carom_collider){0};
}

/* The polygons may outlive the world, so they come from the user's allocator. */
carom_status carom_collider_create_pieces(carom_world *world, carom_body body, const carom_collider_def *def,
                                          const carom_pieces *pieces, carom_collider *out) {
  shards s = {.count = 0};
  if (!world || !def || carom_pieces_describe(pieces, &s.view))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world, definition or pieces");
  size_t polygon_bytes = s.view.count * sizeof *s.polygons, def_bytes = s.view.count * sizeof *s.defs;
  s.polygons = carom__alloc(&world->outer, polygon_bytes);
  s.defs = carom__alloc(&world->outer, def_bytes);
  carom_status status = make_defs(&world->outer, def, &s);
  if (status)
    carom__refuse(world, status, __func__, "no collider was created");
  else
    status = carom__collider_create_many(world, body, s.defs, s.def_count, out, __func__);
  if (!status && out) spread_ids(&s, out);
  for (size_t i = 0; i < s.count; i++) carom_polygon_release(s.polygons[i]);
  carom__free(&world->outer, s.polygons, polygon_bytes);
  carom__free(&world->outer, s.defs, def_bytes);
  return status;
}

/* --- Links of a chain --- */

carom_status carom_collider_create_chain(carom_world *world, carom_body body, const carom_collider_def *def,
                                         const carom_chain *chain, float radius, carom_collider *out) {
  carom_chain_view view;
  if (!world || !def || carom_chain_describe(chain, &view))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world, definition or chain");
  size_t bytes = view.link_count * sizeof *def;
  carom_collider_def *defs = carom__alloc(&world->outer, bytes);
  if (!defs) return carom__refuse(world, CAROM_OUT_OF_MEMORY, __func__, "no collider was created");
  for (uint32_t i = 0; i < view.link_count; i++) {
    defs[i] = *def;
    defs[i].shape = carom_shape_chain_link(chain, i, radius);
  }
  carom_status status = carom__collider_create_many(world, body, defs, view.link_count, out, __func__);
  carom__free(&world->outer, defs, bytes);
  return status;
}
