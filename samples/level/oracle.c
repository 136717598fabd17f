/* oracle.c: brute force over all pairs with a mover, by the stateless carom_overlap. A mesh or a field is
 * its triangles instead, each of which is held against each mover in double (gap.h). The triangles of a mesh
 * that moves stand in columns (surface.h).
 *
 * Only one thing stands in front of it: a ball around the mover, in double and a little too large, against a
 * box around what stands still or a ball around the other mover. Both are computed here from the shapes' own
 * numbers, so that no box, tree or order of the engine's takes part. */
#include "oracle.h"

#include <math.h>

#include "gap.h"
#include "memory.h"
#include "surface.h"
#include "vector.h"

/* A box around a static item, in the world. */
typedef struct oracle_box {
  carom_pos min, max;
} oracle_box;

typedef struct oracle_ball {
  carom_pos centre;
  double radius;
} oracle_ball;

/* A triangle of a mesh that stands still, in the world. */
typedef struct oracle_triangle {
  gap_triangle place;
  oracle_box box;
  size_t item;
} oracle_triangle;

/* The triangles around a place at which a mover was. */
typedef struct oracle_near {
  carom_pos centre;
  bool known;
  size_t *triangles;
  size_t count, capacity;
} oracle_near;

/* A convex part of a mover, by more than any rounding smaller and larger. */
typedef struct oracle_solid {
  gap_solid smaller, larger;
} oracle_solid;

struct oracle {
  const scene *scene;
  oracle_box *boxes;  /* one a static item */
  carom_pose *poses;  /* one an item, in the world */
  oracle_ball *balls; /* one a mover */
  size_t mover_count;
  oracle_triangle *triangles;
  size_t triangle_count, triangle_capacity;
  surface **surfaces;   /* one a mover; NULL when it is no mesh */
  oracle_near *near;    /* one a mover */
  double margin;        /* a mover may be so far from where its triangles were looked for */
  oracle_solid *solids; /* what the mover of the moment is made of */
  size_t solid_count, solid_capacity;
  double slack; /* more than any rounding, here or in the engine */
  pair_list found, reported;
  uint64_t pairs, exact_pairs;
};

static double length(carom_vec3 v) {
  double x = (double)v.x, y = (double)v.y, z = (double)v.z;
  return sqrt(x * x + y * y + z * z);
}

static double hull_reach(const carom_hull *hull) {
  carom_hull_view view;
  double reach = 0;
  if (carom_hull_describe(hull, &view) != CAROM_OK) return HUGE_VAL;
  for (uint32_t i = 0; i < view.vertex_count; i++) reach = fmax(reach, length(view.vertices[i]));
  return reach;
}

static double compound_reach(const carom_compound *compound) {
  carom_compound_view view;
  if (carom_compound_describe(compound, &view) != CAROM_OK) return HUGE_VAL;
  const carom_vec3 low = view.bounds.min, high = view.bounds.max;
  return length((carom_vec3){fmaxf(-low.x, high.x), fmaxf(-low.y, high.y), fmaxf(-low.z, high.z)});
}

/* How far from its origin a shape reaches. */
static double shape_reach(const carom_shape *shape) {
  switch (shape->kind) {
  case CAROM_SPHERE:
    return (double)shape->geometry.sphere.radius;
  case CAROM_CAPSULE:
    return fmax(length(shape->geometry.capsule.a), length(shape->geometry.capsule.b)) +
           (double)shape->geometry.capsule.radius;
  case CAROM_BOX:
    return length(shape->geometry.box.half);
  case CAROM_HULL:
    return hull_reach(shape->geometry.hull.asset);
  case CAROM_COMPOUND:
    return compound_reach(shape->geometry.compound.asset);
  default:
    return HUGE_VAL;
  }
}

static oracle_box box_around(carom_pos centre, double reach) {
  return (oracle_box){{centre.x - reach, centre.y - reach, centre.z - reach},
                      {centre.x + reach, centre.y + reach, centre.z + reach}};
}

/* A level's hulls are not turned: their vertices give a box far tighter than a ball. */
static oracle_box box_of_hull(const carom_hull *hull, carom_pos at) {
  carom_hull_view view;
  if (carom_hull_describe(hull, &view) != CAROM_OK) return box_around(at, HUGE_VAL);
  oracle_box box = {at, at};
  for (uint32_t i = 0; i < view.vertex_count; i++) {
    carom_pos v = pos_move(at, view.vertices[i]);
    box.min = (carom_pos){fmin(box.min.x, v.x), fmin(box.min.y, v.y), fmin(box.min.z, v.z)};
    box.max = (carom_pos){fmax(box.max.x, v.x), fmax(box.max.y, v.y), fmax(box.max.z, v.z)};
  }
  return box;
}

static bool is_turned(carom_quat q) { return q.x != 0 || q.y != 0 || q.z != 0; }

static oracle_box static_box(const scene_item *item, const carom_pose *pose) {
  if (item->shape.kind == CAROM_HULL && !is_turned(pose->rotation))
    return box_of_hull(item->shape.geometry.hull.asset, pose->position);
  return box_around(pose->position, shape_reach(&item->shape));
}

static double size_of(const carom_region *r) {
  return fmax(fmax(r->max.x - r->min.x, r->max.y - r->min.y), r->max.z - r->min.z);
}

static void add_triangle(oracle *c, size_t item, const carom_mesh_triangle *from) {
  const carom_shape *shape = &c->scene->items[item]->shape;
  const carom_vec3 scale = shape->geometry.mesh.scale;
  bool own_size = shape->kind != CAROM_MESH || (scale.x == 0 && scale.y == 0 && scale.z == 0);
  oracle_triangle t = {.item = item,
                       .box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}}};
  for (int i = 0; i < 3; i++) {
    carom_pos p = pos_move((carom_pos){0}, from->corners[i]);
    if (!own_size) p = (carom_pos){p.x * (double)scale.x, p.y * (double)scale.y, p.z * (double)scale.z};
    t.place.corners[i] = p = gap_placed(&c->poses[item], p);
    t.box.min = (carom_pos){fmin(t.box.min.x, p.x), fmin(t.box.min.y, p.y), fmin(t.box.min.z, p.z)};
    t.box.max = (carom_pos){fmax(t.box.max.x, p.x), fmax(t.box.max.y, p.y), fmax(t.box.max.z, p.z)};
  }
  c->triangles = memory_grow(c->triangles, c->triangle_count, &c->triangle_capacity, sizeof *c->triangles);
  c->triangles[c->triangle_count++] = t;
}

static void add_mesh(oracle *c, size_t item, const carom_mesh *mesh) {
  carom_mesh_view view;
  carom_mesh_triangle triangle;
  if (carom_mesh_describe(mesh, &view) != CAROM_OK) return;
  for (uint32_t i = 0; i < view.triangle_count; i++)
    if (carom_mesh_get_triangle(mesh, i, &triangle) == CAROM_OK) add_triangle(c, item, &triangle);
}

static void add_field(oracle *c, size_t item, const carom_field *field) {
  carom_field_view view;
  carom_mesh_triangle triangle;
  if (carom_field_describe(field, &view) != CAROM_OK) return;
  for (uint32_t i = 0; i < view.triangle_count; i++)
    if (carom_field_get_triangle(field, i, &triangle) == CAROM_OK) add_triangle(c, item, &triangle);
}

static void add_triangles(oracle *c, size_t item) {
  const carom_shape *shape = &c->scene->items[item]->shape;
  if (shape->kind == CAROM_MESH)
    add_mesh(c, item, shape->geometry.mesh.asset);
  else
    add_field(c, item, shape->geometry.field.asset);
}

static bool same_mesh(const carom_shape *a, const carom_shape *b) {
  const carom_vec3 scale = vec_sub(a->geometry.mesh.scale, b->geometry.mesh.scale);
  return b->kind == CAROM_MESH && a->geometry.mesh.asset == b->geometry.mesh.asset &&
         vec_dot(scale, scale) == 0;
}

/* Movers of one mesh share its triangles. */
static surface *surface_of(const oracle *c, size_t mover, const carom_shape *shape) {
  for (size_t i = 0; i < mover && shape->kind == CAROM_MESH; i++)
    if (same_mesh(shape, &c->scene->items[c->scene->static_count + i]->shape)) return c->surfaces[i];
  return surface_new(shape);
}

static void free_surfaces(oracle *c) {
  for (size_t i = 0; i < c->mover_count; i++) {
    bool is_shared = false;
    for (size_t k = 0; k < i && !is_shared; k++) is_shared = c->surfaces[k] == c->surfaces[i];
    if (!is_shared) surface_free(c->surfaces[i]);
  }
  free(c->surfaces);
}

oracle *oracle_new(const scene *s) {
  oracle *c = memory_zeroed(1, sizeof *c);
  c->scene = s;
  c->mover_count = s->count - s->static_count;
  c->slack = 1e-5 * size_of(&s->bounds);
  c->poses = memory_zeroed(s->count, sizeof *c->poses);
  c->boxes = memory_zeroed(s->static_count, sizeof *c->boxes);
  c->balls = memory_zeroed(c->mover_count, sizeof *c->balls);
  c->near = memory_zeroed(c->mover_count, sizeof *c->near);
  c->surfaces = memory_zeroed(c->mover_count, sizeof(surface *));
  c->margin = 0.01 * size_of(&s->bounds);
  for (size_t i = 0; i < s->static_count; i++) {
    const scene_item *item = s->items[i];
    c->poses[i] = (carom_pose){pos_add(item->pose.position, s->offset), item->pose.rotation};
    if (scene_item_is_surface(item))
      add_triangles(c, i);
    else
      c->boxes[i] = static_box(item, &c->poses[i]);
  }
  for (size_t i = 0; i < c->mover_count; i++) {
    const carom_shape *shape = &s->items[s->static_count + i]->shape;
    c->surfaces[i] = surface_of(c, i, shape);
    c->balls[i].radius = (c->surfaces[i] ? surface_reach(c->surfaces[i]) : shape_reach(shape)) + c->slack;
  }
  return c;
}

void oracle_free(oracle *c) {
  if (!c) return;
  free(c->boxes);
  free(c->poses);
  for (size_t i = 0; i < c->mover_count; i++) free(c->near[i].triangles);
  free(c->near);
  free_surfaces(c);
  free(c->balls);
  free(c->triangles);
  for (size_t i = 0; i < c->solid_capacity; i++) {
    gap_solid_free(&c->solids[i].smaller);
    gap_solid_free(&c->solids[i].larger);
  }
  free(c->solids);
  pair_list_free(&c->found);
  pair_list_free(&c->reported);
  free(c);
}

static void read_poses(oracle *c, const carom_world *world) {
  for (size_t i = c->scene->static_count; i < c->scene->count; i++) {
    carom_body_get_pose(world, c->scene->items[i]->body, &c->poses[i]);
    c->balls[i - c->scene->static_count].centre = c->poses[i].position;
  }
}

/* How far a number lies outside a range. */
static double outside(double x, double low, double high) {
  return x < low ? low - x : x > high ? x - high : 0;
}

static bool ball_near_box(const oracle_ball *ball, const oracle_box *box) {
  double x = outside(ball->centre.x, box->min.x, box->max.x);
  double y = outside(ball->centre.y, box->min.y, box->max.y);
  double z = outside(ball->centre.z, box->min.z, box->max.z);
  return x * x + y * y + z * z <= ball->radius * ball->radius;
}

static bool ball_near_ball(const oracle_ball *a, const oracle_ball *b) {
  double x = a->centre.x - b->centre.x, y = a->centre.y - b->centre.y, z = a->centre.z - b->centre.z;
  double reach = a->radius + b->radius;
  return x * x + y * y + z * z <= reach * reach;
}

static const surface *surface_at(const oracle *c, size_t item) {
  return item < c->scene->static_count ? NULL : c->surfaces[item - c->scene->static_count];
}

static void set_solids(oracle *c, size_t item) {
  const carom_shape *shape = &c->scene->items[item]->shape;
  c->solid_count = gap_solid_count(shape);
  if (c->solid_count > c->solid_capacity) {
    c->solids = memory_resize(c->solids, c->solid_count, sizeof *c->solids);
    for (; c->solid_capacity < c->solid_count; c->solid_capacity++)
      c->solids[c->solid_capacity] = (oracle_solid){.smaller = {.count = 0}};
  }
  for (size_t i = 0; i < c->solid_count; i++) {
    oracle_solid *solid = &c->solids[i];
    gap_solid_set(&solid->smaller, shape, i, &c->poses[item], 1 - 1e-3);
    gap_solid_set(&solid->larger, shape, i, &c->poses[item], 1);
    solid->larger.radius += 0.2 * c->slack;
  }
}

/* Of two items, one of which is a mesh that moves; the other one is made of convex shapes, or such a mesh. */
static surface_touch touch_of(oracle *c, size_t mesh, size_t other) {
  const surface *a = surface_at(c, mesh), *b = surface_at(c, other);
  if (b) return surface_meets_surface(a, &c->poses[mesh], b, &c->poses[other], 0.2 * c->slack);
  set_solids(c, other);
  surface_touch most = SURFACE_APART;
  for (size_t i = 0; i < c->solid_count; i++) {
    const oracle_solid *solid = &c->solids[i];
    surface_touch touch = surface_meets_solid(a, &c->poses[mesh], &solid->smaller, &solid->larger);
    if (touch > most) most = touch;
  }
  return most;
}

static void try_surface_pair(oracle *c, size_t mesh, size_t other) {
  uint64_t key = pair_key(c->scene->items[mesh], c->scene->items[other]);
  surface_touch touch = touch_of(c, mesh, other);
  if (touch == SURFACE_TOUCHED || (touch == SURFACE_UNSURE && pair_list_has(&c->reported, key)))
    pair_list_add(&c->found, key);
}

static void try_pair(oracle *c, size_t low, size_t high) {
  const scene_item *a = c->scene->items[low], *b = c->scene->items[high];
  bool touch = false;
  c->exact_pairs++;
  if (surface_at(c, low)) {
    try_surface_pair(c, low, high);
    return;
  }
  if (surface_at(c, high)) {
    try_surface_pair(c, high, low);
    return;
  }
  if (carom_overlap(&a->shape, &c->poses[low], &b->shape, &c->poses[high], &touch) != CAROM_OK || touch)
    pair_list_add(&c->found, pair_key(a, b));
}

/* What touches the larger one alone may be reported or not. */
static bool try_triangle(oracle *c, const oracle_triangle *t, uint64_t key) {
  for (size_t i = 0; i < c->solid_count; i++) {
    c->exact_pairs++;
    if (!gap_touches(&c->solids[i].larger, &t->place)) continue;
    if (!gap_touches(&c->solids[i].smaller, &t->place) && !pair_list_has(&c->reported, key)) continue;
    pair_list_add(&c->found, key);
    return true;
  }
  return false;
}

/* Looks through all triangles again when the mover has gone too far. */
static const oracle_near *near_triangles(oracle *c, size_t m) {
  oracle_near *near = &c->near[m];
  oracle_ball reached = {near->centre, 0}, wide = {c->balls[m].centre, c->balls[m].radius + c->margin};
  c->pairs += c->triangle_count;
  if (near->known && ball_near_ball(&reached, &(oracle_ball){wide.centre, c->margin})) return near;
  near->centre = wide.centre;
  near->known = true;
  near->count = 0;
  for (size_t i = 0; i < c->triangle_count; i++) {
    if (!ball_near_box(&wide, &c->triangles[i].box)) continue;
    near->triangles = memory_grow(near->triangles, near->count, &near->capacity, sizeof *near->triangles);
    near->triangles[near->count++] = i;
  }
  return near;
}

/* Is a mover in the ground of a field, whose surface it may not touch any more? */
static bool is_in_ground(const oracle *c, size_t item, carom_pos place) {
  const carom_field *field = c->scene->items[item]->shape.geometry.field.asset;
  carom_field_ground ground;
  carom_pos local = gap_unplaced(&c->poses[item], place);
  return carom_field_get_ground(field, (float)local.x, (float)local.z, &ground) == CAROM_OK &&
         local.y < (double)ground.height;
}

/* What has got into the ground within a step touches it without touching a triangle. */
static void try_grounds(oracle *c, size_t m) {
  for (size_t i = 0; i < c->scene->static_count; i++) {
    const scene_item *item = c->scene->items[i], *mover = c->scene->items[c->scene->static_count + m];
    if (item->shape.kind != CAROM_FIELD || !is_in_ground(c, i, c->balls[m].centre)) continue;
    uint64_t key = pair_key(item, mover);
    if (c->found.count == 0 || c->found.keys[c->found.count - 1] != key) pair_list_add(&c->found, key);
  }
}

/* One triangle of each mesh is enough. Meshes that move do not meet those that stand still, in any scene. */
static void try_triangles(oracle *c, size_t m) {
  const scene_item *mover = c->scene->items[c->scene->static_count + m];
  size_t done = SIZE_MAX;
  if (c->triangle_count == 0 || c->surfaces[m]) return;
  const oracle_near *near = near_triangles(c, m);
  set_solids(c, c->scene->static_count + m);
  for (size_t i = 0; i < near->count; i++) {
    const oracle_triangle *t = &c->triangles[near->triangles[i]];
    if (t->item == done || !ball_near_box(&c->balls[m], &t->box)) continue;
    if (try_triangle(c, t, pair_key(c->scene->items[t->item], mover))) done = t->item;
  }
}

static void find_all(oracle *c) {
  size_t statics = c->scene->static_count;
  c->found.count = 0;
  for (size_t m = 0; m < c->mover_count; m++) {
    try_triangles(c, m);
    try_grounds(c, m);
    for (size_t i = 0; i < statics; i++)
      if (!scene_item_is_surface(c->scene->items[i]) && ball_near_box(&c->balls[m], &c->boxes[i]))
        try_pair(c, i, statics + m);
    for (size_t i = m + 1; i < c->mover_count; i++)
      if (ball_near_ball(&c->balls[m], &c->balls[i])) try_pair(c, statics + m, statics + i);
    c->pairs += statics + c->mover_count - m - 1;
  }
  pair_list_sort(&c->found);
}

/* Each contact must also have been delivered, once, as a BEGIN or a STAY. */
static bool events_match_contacts(const carom_world *world, long step) {
  size_t contacts, events, delivered = 0;
  carom_world_get_contacts(world, &contacts);
  const carom_event *list = carom_world_get_events(world, &events);
  for (size_t i = 0; i < events; i++) delivered += list[i].kind != CAROM_EVENT_END;
  if (delivered != contacts)
    fprintf(stderr, "step %ld: %zu contacts, but %zu begins and stays\n", step, contacts, delivered);
  return delivered == contacts;
}

bool oracle_step(oracle *c, const carom_world *world, long step) {
  read_poses(c, world);
  pair_list_take_contacts(&c->reported, world);
  find_all(c);
  return pair_list_equal(&c->found, "brute force", &c->reported, "the world", step) &&
         events_match_contacts(world, step);
}

uint64_t oracle_pairs(const oracle *c) { return c->pairs; }
uint64_t oracle_exact_pairs(const oracle *c) { return c->exact_pairs; }
