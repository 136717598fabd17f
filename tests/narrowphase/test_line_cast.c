/* test_line_cast.c: casts in closed form against the search that all other pairs take, and spheres against
 * the distance from their centre in long double, which is a convex function of the time. */
#include "impact.h"
#include "kinds.h"
#include "line_cast.h"
#include "sweeps.h"

/* One line, and the same as the search wants it. */
typedef struct line_case {
  carom_shape a, b;
  carom_pose pose_a, pose_b;
  carom_vec3 travel, travel_a;
  float margin;
} line_case;

static carom__dvec3 offset_of(const line_case *c) {
  const carom_pos *a = &c->pose_a.position, *b = &c->pose_b.position;
  return dvec3(b->x - a->x, b->y - a->y, b->z - a->z);
}

/* False when there is no closed form. */
static bool find_by_form(const line_case *c, double until, carom_impact *out) {
  carom_frame a = pose_to_frame(&c->pose_a), b = pose_to_frame(&c->pose_b);
  carom__line_cast line = {{&c->a, &a},       {&c->b, &b}, dvec3_widen(c->travel), dvec3_widen(c->travel_a),
                           (double)c->margin, until};
  double begin;
  return carom__line_cast_find(&line, &begin, out);
}

static carom_status find_by_search(const line_case *c, carom_impact *out) {
  carom__impact_case it = {.start_a = pose_to_frame(&c->pose_a),
                           .start_b = pose_to_frame(&c->pose_b),
                           .pivot_a = c->pose_a.position,
                           .travel_a = dvec3_widen(c->travel_a),
                           .margin = (double)c->margin};
  it.motions.a = carom__mover_make(&c->a, c->pose_a.rotation, c->pose_a.rotation);
  it.motions.b = carom__mover_make(&c->b, c->pose_b.rotation, c->pose_b.rotation);
  it.motions.offset = offset_of(c);
  it.motions.travel = dvec3_widen(c->travel);
  return carom__impact_search_convex(&it, 0, out);
}

/* --- At random: on a grid and off it, aimed and not, far away, huge and tiny --- */

static float half_units(uint64_t *random, float unit) {
  return 0.5f * unit * (float)(1 + test_below(random, 5));
}

static carom_vec3 grid_point(uint64_t *random, float unit, bool planar) {
  float x = half_units(random, unit), y = half_units(random, unit), z = half_units(random, unit);
  return (carom_vec3){x - 1.5f * unit, y - 1.5f * unit, planar ? 0 : z - 1.5f * unit};
}

static carom_shape random_spatial(uint64_t *random, float unit) {
  float a = half_units(random, unit), b = half_units(random, unit), c = half_units(random, unit);
  switch (test_below(random, 6)) {
  case 0:
    return carom_shape_sphere(a);
  case 3:
    if (test_below(random, 3) == 0) return carom_shape_frustum(a, b, c);
    return test_below(random, 2) ? carom_shape_cylinder(a, b) : carom_shape_cone(a, b);
  case 4:
    return carom_shape_sphere(b);
  case 1:
    return carom_shape_capsule(grid_point(random, unit, false), grid_point(random, unit, false), b);
  case 2:
    return carom_shape_rounded_box(a, b, c, 0.5f * unit);
  default:
    return test_below(random, 3) ? carom_shape_box(a, b, c) : carom_shape_box(a, 1e-2f * b, c);
  }
}

static carom_shape random_polygon(uint64_t *random, float unit) {
  carom_polygon *polygon;
  carom_vec2 points[7];
  for (int i = 0; i < 7; i++) {
    carom_vec3 p = grid_point(random, unit, true);
    points[i] = (carom_vec2){p.x, p.y};
  }
  if (carom_polygon_from_points(NULL, &points[0].x, 7, 0, &polygon)) return carom_shape_disc(unit);
  return carom_shape_rounded_polygon(polygon, test_below(random, 2) ? 0 : 0.5f * unit);
}

static void release_planar(const carom_shape *shape) {
  if (shape->kind == CAROM_POLYGON) carom_polygon_release(shape->geometry.polygon.asset);
}

static carom_shape random_planar(uint64_t *random, float unit) {
  float a = half_units(random, unit), b = half_units(random, unit);
  carom_vec3 p = grid_point(random, unit, true), q = grid_point(random, unit, true);
  switch (test_below(random, 7)) {
  case 0:
    return carom_shape_segment((carom_vec2){p.x, p.y}, (carom_vec2){q.x + 3 * unit, q.y});
  case 3:
  case 4:
    return random_polygon(random, unit);
  case 5:
    return carom_shape_disc(a);
  case 1:
    return carom_shape_stadium((carom_vec2){p.x, p.y}, (carom_vec2){q.x, q.y}, b);
  case 2:
    return carom_shape_rounded_rectangle(a, b, 0.5f * unit);
  default:
    return carom_shape_rectangle(a, b);
  }
}

static carom_quat random_turn(uint64_t *random, bool planar) {
  const float half = 0.70710678f;
  if (test_below(random, 3) == 0) return (carom_quat){0, 0, 0, 1};
  if (test_below(random, 3) == 0) return (carom_quat){0, 0, half, half};
  carom_quat q = test_quat(random);
  float length = sqrtf(q.z * q.z + q.w * q.w);
  return planar ? (carom_quat){0, 0, q.z / length, q.w / length} : q;
}

static carom_pos random_start(uint64_t *random, float unit, bool planar) {
  carom_vec3 p =
      test_below(random, 2) ? grid_point(random, 4 * unit, planar) : test_vec3(random, -6 * unit, 6 * unit);
  return (carom_pos){(double)p.x, (double)p.y, planar ? 0 : (double)p.z};
}

static carom_vec3 random_way(uint64_t *random, float unit, carom__dvec3 offset, bool planar) {
  const carom_vec3 steps = {(float)test_below(random, 3) - 1, (float)test_below(random, 3) - 1,
                            planar ? 0 : (float)test_below(random, 3) - 1};
  carom_vec3 way = vec3_scale(steps, half_units(random, 4 * unit));
  uint32_t kind = test_below(random, 4);
  if (kind == 1) way = dvec3_narrow(dvec3_scale(offset, -(double)test_uniform(random, 0.3f, 2)));
  if (kind == 2) way = test_vec3(random, -9 * unit, 9 * unit);
  if (planar) way.z = 0;
  return way;
}

static line_case random_case(uint64_t *random, bool planar) {
  float unit = test_log_uniform(random, 1e-2f, 1e3f);
  carom_shape (*make)(uint64_t *, float) = planar ? random_planar : random_spatial;
  line_case c = {.a = make(random, unit), .b = make(random, unit)};
  c.pose_a = (carom_pose){{0, 0, 0}, random_turn(random, planar)};
  c.pose_b = (carom_pose){random_start(random, unit, planar), random_turn(random, planar)};
  c.travel = random_way(random, unit, offset_of(&c), planar);
  if (test_below(random, 4) == 0) c.travel_a = random_way(random, unit, offset_of(&c), planar);
  if (test_below(random, 4) == 0) c.margin = 0.1f * unit;
  if (test_below(random, 4) == 0) {
    c.pose_a.position.x += 1e6, c.pose_b.position.x += 1e6;
    c.pose_a.position.y -= 3e6, c.pose_b.position.y -= 3e6;
  }
  return c;
}

/* --- Against the search --- */

static double size_of(const line_case *c) { return reach_of(&c->a) + reach_of(&c->b); }

/* The gap between the surfaces that a difference in time is worth along the normal. */
static double worth(const line_case *c, const carom_impact *x, const carom_impact *y) {
  return fabs((x->fraction - y->fraction) * dvec3_dot(dvec3_widen(x->normal), dvec3_widen(c->travel)));
}

static carom_sweep as_sweep(const line_case *c) {
  carom_sweep s = {c->a, c->b, {c->pose_a, c->pose_a}, {c->pose_b, c->pose_b}, c->margin};
  s.motion_a.end.position = shifted(c->pose_a.position, c->travel_a);
  s.motion_b.end.position = shifted(shifted(c->pose_b.position, c->travel_a), c->travel);
  return s;
}

/* What passes by so near that it may be a hit or none must not touch. */
static const char *judge_passing(const line_case *c) {
  carom_sweep s = as_sweep(c);
  return judge_way(&s, 1, 500);
}

/* Both are early by up to a quarter of the margin and 16 u s. Points may be elsewhere on faces that meet, and
 * normals elsewhere between these, but must be right. */
static const char *compare(const line_case *c, const carom_impact *form, const carom_impact *search) {
  double slack = 32 * (double)UNIT * size_of(c) + 0.25 * (double)c->margin;
  if (form->hit != search->hit) return judge_passing(c);
  if (form->inside != search->inside) return "inside and not";
  if (!form->hit) return form->fraction == 1 ? NULL : "no hit but a fraction";
  if (worth(c, form, search) > slack) return "another time";
  if (fabs((double)(form->distance - search->distance)) > slack) return "another distance";
  carom_sweep s = as_sweep(c);
  return form->inside ? NULL : judge_hit(&s, form);
}

/* What comes after `until` need not be told, and what comes then must. */
static const char *judge_until(const line_case *c, const carom_impact *form) {
  carom_impact at, before;
  if (!form->hit || form->inside) return NULL;
  if (!find_by_form(c, form->fraction, &at) || at.fraction != form->fraction || !at.hit)
    return "lost at its own time";
  if (find_by_form(c, 0.5 * form->fraction, &before) && before.hit) return "told before its time";
  return NULL;
}

typedef struct tally {
  int forms, hits, wrong;
  const char *first;
  uint64_t first_seed;
} tally;

static void compare_one(const line_case *c, uint64_t seed, tally *t) {
  carom_impact form, search;
  if (!find_by_form(c, 1, &form)) return;
  const char *fault = find_by_search(c, &search) ? "no answer" : compare(c, &form, &search);
  if (!fault) fault = judge_until(c, &form);
  if (fault && t->wrong++ == 0) t->first = fault, t->first_seed = seed;
  t->forms++, t->hits += form.hit && !form.inside;
}

static void compare_many(bool planar) {
  int count = test_scaled(20000);
  tally t = {.forms = 0};
  for (uint64_t seed = 0; seed < (uint64_t)count; seed++) {
    uint64_t random = seed;
    line_case c = random_case(&random, planar);
    compare_one(&c, seed, &t);
    release_planar(&c.a), release_planar(&c.b);
  }
  ck_assert_msg(t.wrong == 0, "%d wrong, the first: %s, case %u", t.wrong, t.first, (unsigned)t.first_seed);
  ck_assert_msg(t.forms > count / 2 && t.hits > t.forms / 8, "%d of %d in closed form, %d hits", t.forms,
                count, t.hits);
}

START_TEST(spatial_forms_are_the_search) { compare_many(false); }
END_TEST

START_TEST(planar_forms_are_the_search) { compare_many(true); }
END_TEST

/* --- Spheres, in long double --- */

typedef struct flight {
  const carom_shape *solid;
  exact_pose pose;
  exact_vec from, way; /* of the centre, from the solid's origin */
  long double radius;
} flight;

static long double height(const flight *f, long double t) {
  exact_pose pose = f->pose;
  return kind_distance(f->solid, exact_unplace(&pose, exact_mad(f->from, f->way, t))) - f->radius;
}

static long double least_height(const flight *f, long double end) {
  long double low = 0, high = end;
  for (int i = 0; i < 150; i++) {
    long double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (height(f, a) < height(f, b))
      high = b;
    else
      low = a;
  }
  return fminl(height(f, low), height(f, 0));
}

static const char *judge_flight(const flight *f, const line_case *c, const carom_impact *out) {
  long double u = (long double)UNIT, size = (long double)size_of(c);
  long double t = (long double)out->fraction;
  long double slack = 8 * u * (size + exact_length(exact_mad(f->from, f->way, t)));
  if (out->inside) return height(f, 0) <= slack ? NULL : "inside, but apart";
  if (least_height(f, out->hit ? t : 1) < -slack) return out->hit ? "late" : "missed";
  if (out->hit && height(f, t) > 16 * u * size + slack) return "early";
  return NULL;
}

static void fly(const line_case *c, uint64_t seed) {
  carom__dvec3 offset = offset_of(c);
  flight f = {.solid = &c->a, .radius = (long double)c->b.geometry.sphere.radius};
  f.pose = exact_pose_of((carom_vec3){0, 0, 0}, c->pose_a.rotation);
  f.from = exact((long double)offset.x, (long double)offset.y, (long double)offset.z);
  f.way = exact_from(c->travel);
  carom_impact out;
  ck_assert(carom_cast_shape(&c->a, &c->pose_a, &c->b, &c->pose_b, c->travel, &out) == CAROM_OK);
  const char *fault = judge_flight(&f, c, &out);
  if (fault) ck_abort_msg("%s: %s, case %u", carom_shape_kind_name(c->a.kind), fault, (unsigned)seed);
}

START_TEST(spheres_in_long_double) {
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(1000); seed++) {
    uint64_t random = seed * 10 + (uint64_t)_i;
    line_case c = random_case(&random, false);
    float unit = test_log_uniform(&random, 1e-2f, 1e2f);
    c.a = kind_random(&random, spatial_kind(_i - 1), unit);
    c.b = carom_shape_sphere(fmaxf(unit * test_log_uniform(&random, 1e-3f, 1), CAROM_SIZE_MIN));
    fly(&c, seed);
    kind_release(&c.a);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("line cast");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 300);
  tcase_add_test(all, spatial_forms_are_the_search);
  tcase_add_test(all, planar_forms_are_the_search);
  tcase_add_loop_test(all, spheres_in_long_double, 1, SPATIAL_KINDS + 1);
  suite_add_tcase(suite, all);
  return suite;
}
