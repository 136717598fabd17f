/* collect.c: carom_world_draw hands out the triangles of one collider after the other. Those that face up
 * are joined to the flat faces they came from. These are convex, as all shapes but surfaces are, so that an
 * outline suffices. The triangles of a mesh stay alone, and a field is drawn by squares of its own. A mesh
 * that moves may have a million triangles, and is drawn by what is seen of it from above. */
#include "collect.h"

#include <math.h>
#include <string.h>

#include "gap.h"
#include "memory.h"
#include "relief.h"
#include "vector.h"

/* A triangle that faces up, in the scene. */
typedef struct facet {
  carom_pos corners[3];
  carom_vec3 normal;
  bool used;
} facet;

/* What the callbacks share. */
typedef struct collector {
  collection *out;
  const scene *scene;
  const carom_world *world;
  double cut, lift;
  carom_collider current; /* whose triangles are being gathered */
  facet *facets;
  size_t facet_count, facet_capacity;
  outline_point *scratch;
  size_t scratch_count, scratch_capacity;
  double top; /* of the current collider */
} collector;

static carom_pos in_scene(const collector *c, carom_pos p) {
  carom_pos o = c->scene->offset;
  return (carom_pos){p.x - o.x, p.y - o.y, p.z - o.z};
}

static carom_vec3 triangle_normal(carom_pos a, carom_pos b, carom_pos c) {
  double ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
  double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
  double length = sqrt(x * x + y * y + z * z);
  if (length == 0) return (carom_vec3){0, 0, 0};
  return (carom_vec3){(float)(x / length), (float)(y / length), (float)(z / length)};
}

static void gather_point(collector *c, carom_pos p) {
  c->scratch = memory_grow(c->scratch, c->scratch_count, &c->scratch_capacity, sizeof *c->scratch);
  c->scratch[c->scratch_count++] = (outline_point){p.x, p.y};
}

static patch *add_patch(patch_list *list, const scene_item *owner) {
  list->items = memory_grow(list->items, list->count, &list->capacity, sizeof *list->items);
  patch *p = &list->items[list->count];
  *p = (patch){.owner = owner, .turn = list->count};
  list->count++;
  return p;
}

/* Makes the gathered points the outline of a patch. */
static void take_outline(collector *c, patch *p) {
  collection *out = c->out;
  while (out->point_capacity < out->point_count + c->scratch_count + 1)
    out->points = memory_grow(out->points, out->point_capacity, &out->point_capacity, sizeof *out->points);
  p->first = out->point_count;
  p->count = outline_convex(c->scratch, c->scratch_count, out->points + out->point_count);
  out->point_count += p->count;
  c->scratch_count = 0;
}

/* A surface is seen when there is open space just above it, at its middle or near a corner. */
static bool is_seen(const collector *c, const facet *f) {
  const carom_pos *p = f->corners;
  carom_pos middle = {(p[0].x + p[1].x + p[2].x) / 3, (p[0].y + p[1].y + p[2].y) / 3,
                      (p[0].z + p[1].z + p[2].z) / 3};
  const bsp *map = &c->scene->map;
  if (map->node_count == 0) return true;
  if (bsp_is_open(map, (carom_pos){middle.x, middle.y, middle.z + c->lift})) return true;
  for (int i = 0; i < 3; i++) {
    carom_pos near = {middle.x + (p[i].x - middle.x) * 0.8, middle.y + (p[i].y - middle.y) * 0.8,
                      middle.z + (p[i].z - middle.z) * 0.8 + c->lift};
    if (bsp_is_open(map, near)) return true;
  }
  return false;
}

static void gather_facet(collector *c, facet *f, double *top, bool *seen) {
  for (int i = 0; i < 3; i++) {
    gather_point(c, f->corners[i]);
    *top = fmax(*top, f->corners[i].z);
  }
  *seen = *seen || is_seen(c, f);
  f->used = true;
}

static bool is_same_face(const facet *a, const facet *b) { return vec_dot(a->normal, b->normal) > 0.99999f; }

/* Joins a facet with the others of its face into one patch. */
static void join_face(collector *c, size_t first, const scene_item *owner) {
  double top = -HUGE_VAL;
  bool seen = owner->moves;
  bool is_convex = !scene_item_is_surface(owner) && owner->shape.kind != CAROM_COMPOUND;
  size_t end = is_convex ? c->facet_count : first + 1;
  for (size_t i = first; i < end; i++)
    if (!c->facets[i].used && is_same_face(&c->facets[first], &c->facets[i]))
      gather_facet(c, &c->facets[i], &top, &seen);
  if (!seen || (!owner->moves && top > c->cut)) {
    c->scratch_count = 0;
    return;
  }
  patch *p = add_patch(owner->moves ? &c->out->movers : &c->out->ground, owner);
  p->normal = c->facets[first].normal;
  p->height = owner->moves ? c->top : top;
  take_outline(c, p);
}

static void add_mover_outline(collector *c, const scene_item *owner) {
  patch *p = add_patch(&c->out->movers, owner);
  p->is_outline = true;
  p->height = c->top;
  take_outline(c, p);
}

/* --- Height fields --- */

/* A field is drawn by so many squares along its longer side, however many triangles it has. */
enum { FIELD_SQUARES = 200 };

static carom_pos field_place(const scene_item *item, const carom_field *field, double x, double z) {
  carom_field_ground ground = {0};
  carom_field_get_ground(field, (float)x, (float)z, &ground);
  return gap_placed(&item->pose, (carom_pos){x, (double)ground.height, z});
}

static void add_field_square(collector *c, const scene_item *item, double x, double z, double side) {
  const carom_field *field = item->shape.geometry.field.asset;
  carom_pos corners[4] = {field_place(item, field, x, z), field_place(item, field, x, z + side),
                          field_place(item, field, x + side, z + side),
                          field_place(item, field, x + side, z)};
  patch *p = add_patch(&c->out->ground, item);
  p->normal = triangle_normal(corners[0], corners[1], corners[2]);
  p->height = fmax(fmax(corners[0].z, corners[1].z), fmax(corners[2].z, corners[3].z));
  for (int i = 0; i < 4; i++) gather_point(c, corners[i]);
  take_outline(c, p);
}

static void add_field(collector *c, const scene_item *item) {
  carom_field_view view;
  if (carom_field_describe(item->shape.geometry.field.asset, &view) != CAROM_OK) return;
  const carom_aabb *b = &view.bounds;
  double side = (double)fmaxf(b->max.x - b->min.x, b->max.z - b->min.z) / FIELD_SQUARES;
  for (int i = 0; (i + 1) * side <= (double)b->max.x * 1.0001; i++)
    for (int k = 0; (k + 1) * side <= (double)b->max.z * 1.0001; k++)
      add_field_square(c, item, i * side, k * side, side);
}

/* --- Moving meshes --- */

/* What has one height is sorted by what it looks like, so that it shares paths. */
static size_t looks_of(const relief_run *run) {
  const carom_vec3 n = run->normal;
  int looks = (int)((n.x + 1) * 16) << 10 | (int)((n.y + 1) * 16) << 5 | (int)((n.z + 1) * 16);
  return (size_t)run->owner->number << 16 | (size_t)looks;
}

static void add_relief_run(collector *c, const relief_run *run) {
  const double right = run->x + run->width, above = run->y + run->side;
  const carom_pos corners[4] = {
      {run->x, run->y, 0}, {right, run->y, 0}, {right, above, 0}, {run->x, above, 0}};
  patch *p = add_patch(&c->out->movers, run->owner);
  for (int i = 0; i < 4; i++) gather_point(c, corners[i]);
  p->is_relief = true;
  p->normal = run->normal;
  p->height = run->height;
  p->turn = looks_of(run);
  take_outline(c, p);
}

static void add_reliefs(collector *c) {
  relief_list list;
  relief_take(&list, c->scene, c->world);
  for (size_t i = 0; i < list.count; i++) add_relief_run(c, &list.items[i]);
  relief_free(&list);
}

/* --- Colliders --- */

/* Balls are drawn by their outlines alone. */
static bool has_faces(const scene_item *item) {
  const carom_shape_kind kind = item->shape.kind;
  return !item->moves || kind == CAROM_BOX || kind == CAROM_HULL || kind == CAROM_COMPOUND;
}

/* What closes a scene above would hide all that is in it. */
static bool is_roof(const scene_item *item) {
  return strstr(item->surface, "sky") || strcmp(item->surface, "ceiling") == 0;
}

static bool is_relief(const collector *c, const carom_draw_item *item) {
  const scene_item *owner = carom_collider_get_user(c->world, item->collider);
  return owner->moves && owner->shape.kind == CAROM_MESH;
}

/* All triangles of the current collider have come. */
static void finish_collider(collector *c) {
  const scene_item *owner = carom_collider_get_user(c->world, c->current);
  if (owner && owner->moves && c->scratch_count) add_mover_outline(c, owner);
  c->scratch_count = 0;
  if (owner && owner->shape.kind == CAROM_FIELD) {
    c->facet_count = 0;
    add_field(c, owner);
  }
  if (owner && !is_roof(owner) && has_faces(owner))
    for (size_t i = 0; i < c->facet_count; i++)
      if (!c->facets[i].used) join_face(c, i, owner);
  c->facet_count = 0;
  c->top = -HUGE_VAL;
}

static void on_triangle(void *user, const carom_draw_item *item, carom_pos p, carom_pos q, carom_pos r) {
  collector *c = user;
  if (is_relief(c, item)) return;
  if (item->collider.bits != c->current.bits) finish_collider(c);
  c->current = item->collider;
  facet f = {{in_scene(c, p), in_scene(c, q), in_scene(c, r)}, {0, 0, 0}, false};
  f.normal = triangle_normal(f.corners[0], f.corners[1], f.corners[2]);
  c->top = fmax(c->top, fmax(f.corners[0].z, fmax(f.corners[1].z, f.corners[2].z)));
  if (item->kind == CAROM_KINEMATIC)
    for (int i = 0; i < 3; i++) gather_point(c, f.corners[i]);
  if (f.normal.z < 0.02f) return;
  c->facets = memory_grow(c->facets, c->facet_count, &c->facet_capacity, sizeof *c->facets);
  c->facets[c->facet_count++] = f;
}

/* Each contact point comes as a line along its normal. */
static void on_line(void *user, const carom_draw_item *item, carom_pos from, carom_pos to) {
  collector *c = user;
  collection *out = c->out;
  if (item->part != CAROM_DRAW_CONTACTS) return;
  carom_pos at = in_scene(c, from), end = in_scene(c, to);
  out->contacts =
      memory_grow(out->contacts, out->contact_count, &out->contact_capacity, sizeof *out->contacts);
  out->contacts[out->contact_count++] = (contact_mark){{at.x, at.y}, {end.x, end.y}};
}

static int by_height(const void *a, const void *b) {
  const patch *p = a, *q = b;
  if (p->height != q->height) return p->height < q->height ? -1 : 1;
  return (p->turn > q->turn) - (p->turn < q->turn);
}

static void sort_patches(patch_list *list) {
  if (list->count) qsort(list->items, list->count, sizeof *list->items, by_height);
}

bool collect(collection *out, const scene *s, const carom_world *world, double cut) {
  double width = s->bounds.max.x - s->bounds.min.x;
  collector c = {.out = out, .scene = s, .world = world, .cut = cut, .lift = width * 5e-4, .top = -HUGE_VAL};
  carom_draw draw = {
      .user = &c, .normal_length = (float)(width * 0.011), .triangle = on_triangle, .line = on_line};
  *out = (collection){0};
  bool good = carom_world_draw(world, &draw) == CAROM_OK;
  finish_collider(&c);
  add_reliefs(&c);
  free(c.facets);
  free(c.scratch);
  sort_patches(&out->ground);
  sort_patches(&out->movers);
  return good;
}

void collection_free(collection *c) {
  free(c->ground.items);
  free(c->movers.items);
  free(c->points);
  free(c->contacts);
}
