/* ask_bytes.c: queries and hits as bytes. What comes from another rank is checked here, or by carom. */
#include "asking.h"

/* Where in a query its shape is, if it has one, and what else is sent as it is in memory. */
typedef struct form {
  bool shaped;
  size_t shape, at, size;
} form;

#define PLAIN(member)                                                                                        \
  { false, 0, offsetof(carom_cluster_query, of.member), sizeof(((carom_cluster_query *)NULL)->of.member) }
#define SHAPED(member, type)                                                                                 \
  {                                                                                                          \
    true, offsetof(carom_cluster_query, of.member.shape), offsetof(carom_cluster_query, of.member.pose),     \
        sizeof(type) - offsetof(type, pose)                                                                  \
  }
static const form forms[] = {[CAROM_CLUSTER_RAY] = PLAIN(ray),
                             [CAROM_CLUSTER_RAY_ALL] = PLAIN(ray),
                             [CAROM_CLUSTER_CAST] = SHAPED(moving, carom_moving_shape),
                             [CAROM_CLUSTER_CAST_ALL] = SHAPED(moving, carom_moving_shape),
                             [CAROM_CLUSTER_OVERLAP_SHAPE] = SHAPED(posed, carom_posed_shape),
                             [CAROM_CLUSTER_OVERLAP_REGION] = PLAIN(region),
                             [CAROM_CLUSTER_OVERLAP_POINT] = PLAIN(point),
                             [CAROM_CLUSTER_NEAREST] = PLAIN(nearest)};
#undef PLAIN
#undef SHAPED

enum { HAS_SENSORS_SKIPPED = 1, HAS_TOUCHING_APART = 2 };

static void put_shape(bytes_out *out, const carom_shape *shape) {
  size_t size = 0;
  carom_shape_write(shape, NULL, 0, &size);
  const uint32_t length = (uint32_t)size;
  carom__bytes_put(out, &length, sizeof length);
  void *room = carom__bytes_room(out, size);
  if (!room || carom_shape_write(shape, room, size, &size)) out->failed = true;
}

void carom__query_put(bytes_out *out, const carom_cluster_query *query, uint32_t index) {
  const form *f = &forms[query->kind];
  const carom_cluster_filter *filter = &query->filter;
  const bool apart = filter->touching == CAROM_TOUCHING_IS_APART;
  const unsigned char head[2] = {
      (unsigned char)query->kind,
      (unsigned char)((filter->skip_sensors ? HAS_SENSORS_SKIPPED : 0) | (apart ? HAS_TOUCHING_APART : 0))};
  carom__bytes_put(out, &index, sizeof index);
  carom__bytes_put(out, head, sizeof head);
  carom__bytes_put(out, &filter->mask, sizeof filter->mask);
  carom__bytes_put(out, &filter->ignore, sizeof filter->ignore);
  carom__bytes_put(out, (const char *)query + f->at, f->size);
  if (f->shaped) put_shape(out, (const carom_shape *)((const char *)query + f->shape));
}

static carom_status get_shape(const carom_cluster *c, bytes_in *in, carom_shape *out) {
  const uint32_t size = carom__bytes_get_count(in);
  const void *bytes = carom__bytes_next(in, size);
  return bytes ? carom_shape_read(&c->settings.allocator, bytes, size, out) : CAROM_BAD_SNAPSHOT;
}

carom_status carom__query_get(const carom_cluster *c, bytes_in *in, carom_cluster_query *query,
                              uint32_t *index) {
  unsigned char head[2];
  memset(query, 0, sizeof *query);
  *index = carom__bytes_get_count(in);
  carom__bytes_get(in, head, sizeof head);
  if (head[0] > CAROM_CLUSTER_NEAREST) return CAROM_BAD_SNAPSHOT;
  const form *f = &forms[head[0]];
  query->kind = (carom_cluster_query_kind)head[0];
  query->filter.skip_sensors = head[1] & HAS_SENSORS_SKIPPED;
  query->filter.touching = head[1] & HAS_TOUCHING_APART ? CAROM_TOUCHING_IS_APART : CAROM_TOUCHING_OVERLAPS;
  query->filter.mask = carom__bytes_get_id(in);
  query->filter.ignore = carom__bytes_get_id(in);
  carom__bytes_get(in, (char *)query + f->at, f->size);
  if (in->failed) return CAROM_BAD_SNAPSHOT;
  return f->shaped ? get_shape(c, in, (carom_shape *)((char *)query + f->shape)) : CAROM_OK;
}

void carom__query_drop(carom_cluster_query *query) {
  const form *f = &forms[query->kind];
  if (f->shaped) carom_shape_release((const carom_shape *)((const char *)query + f->shape));
}

/* --- Hits --- */

enum { HAS_INSIDE = 1, HAS_BACK = 2 };

/* The members of a hit that are bytes as they are. */
#define MEMBER(name)                                                                                         \
  { offsetof(find, name), sizeof(((find *)NULL)->name) }
static const struct {
  size_t at, size;
} members[] = {MEMBER(query),
               MEMBER(sequence),
               MEMBER(hit.id),
               MEMBER(hit.number),
               MEMBER(hit.child),
               MEMBER(hit.ordinal),
               MEMBER(hit.triangle),
               MEMBER(hit.material),
               MEMBER(hit.fraction),
               MEMBER(hit.distance),
               MEMBER(hit.normal),
               MEMBER(hit.point),
               MEMBER(hit.mesh.triangle),
               MEMBER(hit.mesh.u),
               MEMBER(hit.mesh.v),
               MEMBER(hit.mesh.material)};
#undef MEMBER

void carom__find_put(bytes_out *out, const find *f) {
  const unsigned char flags =
      (unsigned char)((f->hit.inside ? HAS_INSIDE : 0) | (f->hit.mesh.back ? HAS_BACK : 0));
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    carom__bytes_put(out, (const char *)f + members[i].at, members[i].size);
  carom__bytes_put(out, &flags, 1);
}

void carom__find_get(bytes_in *in, find *f) {
  unsigned char flags;
  memset(f, 0, sizeof *f);
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    carom__bytes_get(in, (char *)f + members[i].at, members[i].size);
  carom__bytes_get(in, &flags, 1);
  f->hit.inside = flags & HAS_INSIDE;
  f->hit.mesh.back = flags & HAS_BACK;
}
