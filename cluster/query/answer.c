/* answer.c: what the bodies of this rank have for a query. */
#include "asking.h"

/* Whose colliders a rank answers for: its own bodies', and static ones' if it is the rank that asks. */
typedef struct chooser {
  const carom_cluster *cluster;
  bool statics;
} chooser;

static bool is_chosen(void *user, const carom_world *world, carom_body body, carom_collider collider) {
  const chooser *who = user;
  const thing *t = carom_body_get_user(world, body);
  (void)collider;
  if (t->doomed) return false;
  return t->is_static ? who->statics : t->owner == who->cluster->transport.rank;
}

/* A query that is being answered, and what carom finds: how many there are, and as many as have room. */
typedef struct answering {
  carom_cluster *cluster;
  const carom_cluster_query *query;
  carom_query_filter filter;
  void *found;
  size_t capacity, count;
} answering;

/* Looks once. The count may be above the capacity. */
typedef carom_status look_fn(answering *a);
/* Writes the element i of what was found as a hit, and returns its collider. */
typedef carom_collider describe_fn(const answering *a, size_t i, carom_cluster_hit *out);

/* --- Rays --- */

static carom_status look_ray(answering *a) {
  carom_ray_hit *hit = a->found;
  const carom_status status = carom_world_cast_ray(a->cluster->world, &a->query->of.ray, &a->filter, hit);
  a->count = !status && hit->body.bits;
  return status;
}

static carom_status look_ray_all(answering *a) {
  return carom_world_cast_ray_all(a->cluster->world, &a->query->of.ray, &a->filter, a->found, a->capacity,
                                  &a->count);
}

static carom_collider describe_ray(const answering *a, size_t i, carom_cluster_hit *out) {
  const carom_ray_hit *hit = (const carom_ray_hit *)a->found + i;
  out->child = hit->child;
  out->ordinal = hit->ordinal;
  out->inside = hit->inside;
  out->fraction = (double)hit->fraction;
  out->normal = hit->normal;
  out->point = hit->point;
  out->mesh = hit->mesh;
  return hit->collider;
}

/* --- Casts --- */

static carom_status look_cast(answering *a) {
  carom_shape_hit *hit = a->found;
  const carom_status status =
      carom_world_cast_shape(a->cluster->world, &a->query->of.moving, &a->filter, hit);
  a->count = !status && hit->body.bits;
  return status;
}

static carom_status look_cast_all(answering *a) {
  return carom_world_cast_shape_all(a->cluster->world, &a->query->of.moving, &a->filter, a->found,
                                    a->capacity, &a->count);
}

static carom_collider describe_cast(const answering *a, size_t i, carom_cluster_hit *out) {
  const carom_shape_hit *hit = (const carom_shape_hit *)a->found + i;
  out->child = hit->child;
  out->inside = hit->inside;
  out->fraction = hit->fraction;
  out->normal = hit->normal;
  out->point = hit->point;
  out->distance = hit->distance;
  out->triangle = hit->triangle;
  out->material = hit->material;
  return hit->collider;
}

/* --- Overlaps --- */

static carom_status look_shape(answering *a) {
  const carom_posed_shape *posed = &a->query->of.posed;
  return carom_world_overlap_shape(a->cluster->world, &posed->shape, &posed->pose, &a->filter, a->found,
                                   a->capacity, &a->count);
}

static carom_status look_region(answering *a) {
  return carom_world_overlap_region(a->cluster->world, &a->query->of.region, &a->filter, a->found,
                                    a->capacity, &a->count);
}

static carom_status look_point(answering *a) {
  return carom_world_overlap_point(a->cluster->world, &a->query->of.point, &a->filter, a->found, a->capacity,
                                   &a->count);
}

static carom_collider describe_overlap(const answering *a, size_t i, carom_cluster_hit *out) {
  const carom_found *found = (const carom_found *)a->found + i;
  out->child = found->child;
  return found->collider;
}

/* --- The nearest --- */

/* As many as have room at first: when these are all that are wanted, or all that there are, it ends there. */
static carom_status look_nearest(answering *a) {
  const carom_cluster_nearest *near = &a->query->of.nearest;
  const size_t most = a->capacity < near->most ? a->capacity : near->most;
  const carom_status status = carom_world_closest_bodies(a->cluster->world, &near->point, near->radius,
                                                         &a->filter, a->found, most, &a->count);
  if (!status && a->count == most && most < near->most) a->count = a->capacity + 1;
  return status;
}

static carom_collider describe_near(const answering *a, size_t i, carom_cluster_hit *out) {
  const carom_near *near = (const carom_near *)a->found + i;
  out->child = near->child;
  out->inside = near->inside;
  out->distance = near->distance;
  out->normal = near->normal;
  out->point = near->point;
  out->mesh = near->mesh;
  return near->collider;
}

/* --- All kinds --- */

/* What hits are sorted by before their orders. */
typedef enum hit_key { BY_ORDER, BY_FRACTION, BY_DISTANCE } hit_key;

/* What a kind of query has. */
typedef struct kind_of_query {
  look_fn *look;
  describe_fn *describe;
  size_t size; /* of an element of what is found */
  bool one;    /* hit at most */
  hit_key key;
} kind_of_query;

static const kind_of_query kinds[] = {
    [CAROM_CLUSTER_RAY] = {look_ray, describe_ray, sizeof(carom_ray_hit), true, BY_FRACTION},
    [CAROM_CLUSTER_RAY_ALL] = {look_ray_all, describe_ray, sizeof(carom_ray_hit), false, BY_FRACTION},
    [CAROM_CLUSTER_CAST] = {look_cast, describe_cast, sizeof(carom_shape_hit), true, BY_FRACTION},
    [CAROM_CLUSTER_CAST_ALL] = {look_cast_all, describe_cast, sizeof(carom_shape_hit), false, BY_FRACTION},
    [CAROM_CLUSTER_OVERLAP_SHAPE] = {look_shape, describe_overlap, sizeof(carom_found), false, BY_ORDER},
    [CAROM_CLUSTER_OVERLAP_REGION] = {look_region, describe_overlap, sizeof(carom_found), false, BY_ORDER},
    [CAROM_CLUSTER_OVERLAP_POINT] = {look_point, describe_overlap, sizeof(carom_found), false, BY_ORDER},
    [CAROM_CLUSTER_NEAREST] = {look_nearest, describe_near, sizeof(carom_near), false, BY_DISTANCE},
};

size_t carom__query_most(const carom_cluster_query *query) {
  if (query->kind == CAROM_CLUSTER_NEAREST) return query->of.nearest.most;
  return kinds[query->kind].one ? 1 : SIZE_MAX;
}

double carom__query_key(const carom_cluster_query *query, const carom_cluster_hit *hit) {
  const hit_key key = kinds[query->kind].key;
  return key == BY_FRACTION ? hit->fraction : key == BY_DISTANCE ? (double)hit->distance : 0;
}

/* Again with more room until there is room for all. */
static carom_status look(answering *a, asking *all) {
  const kind_of_query *kind = &kinds[a->query->kind];
  size_t need = 16;
  do {
    if (!carom__room_for(&all->scratch, &all->scratch_room, need * sizeof(carom_cluster_hit), 1))
      return CAROM_OUT_OF_MEMORY;
    a->found = all->scratch;
    a->capacity = all->scratch_room / kind->size;
    const carom_status status = kind->look(a);
    if (status) return status;
    need = a->count;
  } while (a->count > a->capacity);
  return CAROM_OK;
}

carom_status carom__answer(carom_cluster *c, const carom_cluster_query *query, uint32_t index, bool statics) {
  asking *all = c->asking;
  chooser who = {c, statics};
  if ((unsigned)query->kind > CAROM_CLUSTER_NEAREST) return CAROM_UNKNOWN_KIND;
  const thing *ignored = carom__thing_find(c, query->filter.ignore);
  answering a = {.cluster = c, .query = query};
  a.filter = (carom_query_filter){.mask = query->filter.mask,
                                  .skip_sensors = query->filter.skip_sensors,
                                  .accept = is_chosen,
                                  .user = &who,
                                  .touching = query->filter.touching};
  if (ignored) a.filter.ignore = ignored->body;
  const carom_status status = look(&a, all);
  if (status) return status;
  if (!carom__room_for(&all->finds, &all->find_room, all->find_count + a.count, sizeof *all->finds))
    return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < a.count; i++) {
    find *f = &all->finds[all->find_count++];
    memset(f, 0, sizeof *f);
    const carom_collider collider = kinds[query->kind].describe(&a, i, &f->hit);
    carom_body body;
    if (carom_collider_get_body(c->world, collider, &body)) return CAROM_STALE_ID;
    f->query = index;
    f->sequence = (uint32_t)i;
    f->hit.id = ((const thing *)carom_body_get_user(c->world, body))->id;
    f->hit.number = (uint32_t)(uintptr_t)carom_collider_get_user(c->world, collider);
  }
  return CAROM_OK;
}
