/* play_values.h: bytes as the arguments of calls: ids, vectors, poses, shapes, mostly good ones. */
#ifndef CAROM_TEST_FUZZ_PLAY_VALUES_H
#define CAROM_TEST_FUZZ_PLAY_VALUES_H

#include "any_kind.h"
#include "asset_set.h"
#include "fuzz.h"

enum { PLAY_BODIES = 12, PLAY_COLLIDERS = 24, PLAY_LINKS = 4, PLAY_PAST = 1 << 16 };

typedef struct play {
  fuzz_input in;
  carom_world *world;
  bool planar;
  carom_hull *hull;
  carom_polygon *polygon;
  carom_chain *chain;             /* of PLAY_LINKS */
  const asset_set *assets;        /* of all programs */
  carom_body bodies[PLAY_BODIES]; /* the latest */
  carom_collider colliders[PLAY_COLLIDERS];
  uint32_t body_count, collider_count; /* that there ever were */
  carom_handler keeper;
  uint8_t past[PLAY_PAST]; /* a rollback snapshot */
  size_t past_size;
  carom_islands *islands;
} play;

/* In the plane of planar worlds, but now and then. */
static inline carom_vec3 play_vec3(play *p) {
  float x = fuzz_float(&p->in), y = fuzz_float(&p->in);
  bool flat = p->planar && fuzz_byte(&p->in) % 32 > 0;
  return (carom_vec3){x, y, flat ? 0 : fuzz_float(&p->in)};
}

static inline carom_vec3 play_spin(play *p) {
  carom_vec3 spin = play_vec3(p);
  return p->planar ? (carom_vec3){spin.z, 0, spin.x} : spin;
}

/* Mostly one of three that are units, and in planar worlds about z. */
static inline carom_quat play_quat(play *p) {
  switch (fuzz_byte(&p->in) % (p->planar ? 32 : 4)) {
  case 0:
    return (carom_quat){0, 0, 0, 0};
  case 1:
    return p->planar ? (carom_quat){0, 0, 0.6f, 0.8f} : (carom_quat){0.6f, 0, 0, 0.8f};
  case 2:
    return (carom_quat){0.5f, -0.5f, 0.5f, 0.5f};
  case 3: {
    carom_vec3 v = play_vec3(p);
    return (carom_quat){v.x, v.y, v.z, fuzz_float(&p->in)};
  }
  default: /* of planar worlds alone */
    return carom_pose_planar(0, 0, (double)fuzz_float(&p->in)).rotation;
  }
}

static inline carom_pose play_pose(play *p) {
  carom_vec3 at = play_vec3(p);
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, play_quat(p)};
}

static inline carom_local_pose play_local_pose(play *p) {
  if (fuzz_byte(&p->in) % 2) return (carom_local_pose){.position = {0, 0, 0}};
  carom_vec3 at = play_vec3(p);
  return (carom_local_pose){at, play_quat(p)};
}

static inline float play_size(void *user) { return fuzz_float(&((play *)user)->in); }

/* A kind without a case has any sizes, and one of the other family gives way to a rectangle or a box. */
static inline carom_shape play_flat_shape(play *p) {
  carom_vec3 size = play_vec3(p);
  const carom_vec2 end = {size.x, size.y};
  float radius = size.x > 0 ? size.x : 0;
  carom_shape_kind kind = (carom_shape_kind)(fuzz_byte(&p->in) % CAROM_SHAPE_KIND_COUNT);
  switch (kind) {
  case CAROM_DISC:
    return carom_shape_disc(size.x);
  case CAROM_STADIUM:
    return carom_shape_stadium((carom_vec2){0, 0}, end, 0.5f);
  case CAROM_POLYGON:
    return carom_shape_rounded_polygon(p->polygon, radius);
  case CAROM_SEGMENT:
    return carom_shape_segment((carom_vec2){1, 0}, end);
  case CAROM_CHAIN_LINK:
    return carom_shape_chain_link(p->chain, fuzz_byte(&p->in) % (PLAY_LINKS + 1), radius);
  case CAROM_PLANAR_COMPOUND:
    return assets_shape(p->assets, true, fuzz_byte(&p->in));
  case CAROM_HALF_PLANE:
    return carom_shape_half_plane(size.x);
  case CAROM_SPHERE: /* of the wrong family */
    return carom_shape_sphere(size.x);
  default:
    if (kind == CAROM_RECTANGLE || !kind_is_of(kind, CAROM_FAMILY_PLANAR))
      return carom_shape_rectangle(size.x, size.y);
    return kind_of_sizes(kind, play_size, p);
  }
}

/* The corners are not read in one call, whose order C leaves open. */
static inline carom_shape play_triangle(play *p, carom_vec3 a) {
  carom_vec3 b = play_vec3(p), c = play_vec3(p);
  return carom_shape_rounded_triangle(a, b, c, a.y > 0 ? 0.25f : 0);
}

static inline carom_shape play_shape(play *p) {
  if (p->planar) return play_flat_shape(p);
  carom_vec3 size = play_vec3(p);
  carom_shape_kind kind = (carom_shape_kind)(fuzz_byte(&p->in) % CAROM_SHAPE_KIND_COUNT);
  switch (kind) {
  case CAROM_SPHERE:
    return carom_shape_sphere(size.x);
  case CAROM_CAPSULE:
    return carom_shape_capsule(size, play_vec3(p), 0.5f);
  case CAROM_HULL:
    return carom_shape_rounded_hull(p->hull, size.x > 0 ? size.x : 0);
  case CAROM_MESH:
  case CAROM_FIELD:
  case CAROM_COMPOUND:
    return assets_scaled(p->assets, fuzz_byte(&p->in), size, size.x > 0 ? 0.25f : 0);
  case CAROM_CYLINDER:
    return carom_shape_cylinder(size.x, size.y);
  case CAROM_CONE:
    return carom_shape_cone(size.x, size.y);
  case CAROM_TAPERED_CAPSULE:
    return carom_shape_tapered_capsule(size, play_vec3(p), 0.5f, size.x);
  case CAROM_ELLIPSOID:
    return carom_shape_ellipsoid(size.x, size.y, size.z);
  case CAROM_TRIANGLE:
    return play_triangle(p, size);
  case CAROM_FRUSTUM:
    return carom_shape_frustum(size.x, size.y, size.z);
  case CAROM_HALF_SPACE:
    return carom_shape_half_space(size.x);
  default:
    if (kind == CAROM_BOX || !kind_is_of(kind, CAROM_FAMILY_SPATIAL))
      return carom_shape_box(size.x, size.y, size.z);
    return kind_of_sizes(kind, play_size, p);
  }
}

static inline carom_filter play_filter(play *p) {
  uint8_t bits = fuzz_byte(&p->in);
  if (bits % 4) return (carom_filter){0};
  return (carom_filter){(uint64_t)bits >> 6, fuzz_byte(&p->in) % 4, (int32_t)(fuzz_byte(&p->in) % 3) - 1};
}

static inline carom_body play_body(play *p) {
  uint8_t n = fuzz_byte(&p->in);
  return n == 255 ? (carom_body){fuzz_word(&p->in)} : p->bodies[n % PLAY_BODIES];
}

static inline carom_collider play_collider(play *p) {
  uint8_t n = fuzz_byte(&p->in);
  return n == 255 ? (carom_collider){fuzz_word(&p->in)} : p->colliders[n % PLAY_COLLIDERS];
}

#endif
