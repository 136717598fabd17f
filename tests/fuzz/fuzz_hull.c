/* fuzz_hull.c: hulls of points and planes: what is built holds what its header says, and comes back from a
 * save bit by bit. */
#include <math.h>

#include "shape_class.h"
#include "carom/carom.h"
#include "fuzz.h"

enum { INPUT_MAX = 64 };

static float size_of(const carom_hull_view *view) {
  float x = view->bounds.max.x - view->bounds.min.x, y = view->bounds.max.y - view->bounds.min.y;
  return fmaxf(fmaxf(x, y), view->bounds.max.z - view->bounds.min.z);
}

/* How far a point is outside of the worst face. */
static double outside(const carom_hull_view *view, carom_vec3 p) {
  double most = -HUGE_VAL;
  for (uint32_t f = 0; f < view->face_count; f++) {
    const carom_plane *plane = &view->planes[f];
    double distance = (double)plane->normal.x * (double)p.x + (double)plane->normal.y * (double)p.y +
                      (double)plane->normal.z * (double)p.z - (double)plane->offset;
    most = fmax(most, distance);
  }
  return most;
}

static double far_of(const carom_hull_view *view) {
  const carom_aabb *b = &view->bounds;
  float x = fmaxf(fabsf(b->min.x), fabsf(b->max.x)), y = fmaxf(fabsf(b->min.y), fabsf(b->max.y));
  return (double)x + (double)y + (double)fmaxf(fabsf(b->min.z), fabsf(b->max.z));
}

static void check_save(const carom_hull *hull) {
  static uint8_t first[1 << 16], second[1 << 16];
  carom__archive out = {.out = first, .size = sizeof first};
  carom__asset_write(&out, (const carom__asset *)hull);
  carom__archive in = {.in = first, .size = out.at};
  carom__asset *copy = carom__asset_read(&in, NULL);
  fuzz_check(copy && in.at == out.at);
  carom__archive again = {.out = second, .size = sizeof second};
  carom__asset_write(&again, copy);
  fuzz_check(again.at == out.at && memcmp(first, second, out.at) == 0);
  carom__asset_release(copy);
}

static void check_view(const carom_hull_view *view) {
  double slack = 5e-6 * (double)size_of(view) + 0x1p-21 * far_of(view);
  fuzz_check(view->vertex_count >= 4 && view->face_count >= 4);
  fuzz_check(view->vertex_count + view->face_count == view->edge_count + 2);
  fuzz_check(view->volume > 0);
  for (uint32_t v = 0; v < view->vertex_count; v++) fuzz_check(outside(view, view->vertices[v]) <= slack);
}

static void check_use(const carom_hull *hull, const carom_hull_view *view) {
  const carom_shape shape = carom_shape_hull(hull), ball = carom_shape_sphere(size_of(view));
  const carom_pose pose = {.position = {0, 0, 0}};
  carom_manifold manifold;
  if (carom_shape_check(&ball)) return;
  carom_status status = carom_collide(&shape, &pose, &shape, &pose, &manifold);
  fuzz_check(status == CAROM_NOT_CONVERGED || (status == CAROM_OK && manifold.point_count > 0));
  const carom_pose center = {
      .position = {(double)view->centroid.x, (double)view->centroid.y, (double)view->centroid.z}};
  status = carom_collide(&shape, &pose, &ball, &center, &manifold);
  fuzz_check(status == CAROM_NOT_CONVERGED || (status == CAROM_OK && manifold.point_count > 0));
}

static void check(const carom_hull *hull, carom_hull_view *view) {
  fuzz_check(carom_hull_describe(hull, view) == CAROM_OK);
  check_view(view);
  check_save(hull);
  check_use(hull, view);
}

static carom_vec3 read_vec3(fuzz_input *in) {
  float x = fuzz_float(in), y = fuzz_float(in);
  return (carom_vec3){x, y, fuzz_float(in)};
}

static void build_from_points(fuzz_input *in) {
  carom_vec3 points[INPUT_MAX] = {{0, 0, 0}};
  size_t count = 0;
  carom_hull *hull = NULL;
  carom_hull_view view;
  while (in->at < in->end && count < INPUT_MAX) points[count++] = read_vec3(in);
  if (carom_hull_from_points(NULL, &points[0].x, count, 0, &hull)) return;
  check(hull, &view);
  double slack = 6e-6 * (double)size_of(&view) + 0x1p-21 * far_of(&view);
  for (size_t i = 0; i < count; i++) fuzz_check(outside(&view, points[i]) <= slack);
  carom_hull_release(hull);
}

static void build_from_planes(fuzz_input *in) {
  carom_plane planes[INPUT_MAX];
  size_t count = 0;
  carom_hull *hull = NULL;
  carom_hull_view view;
  for (; in->at < in->end && count < INPUT_MAX; count++) {
    planes[count].normal = read_vec3(in);
    planes[count].offset = fuzz_float(in);
  }
  if (carom_hull_from_planes(NULL, planes, count, &hull)) return;
  check(hull, &view);
  carom_hull_release(hull);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_input in = {data, data + size};
  if (fuzz_byte(&in) % 2)
    build_from_points(&in);
  else
    build_from_planes(&in);
  return 0;
}

/* Any bytes will do. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  if (size > 0) return LLVMFuzzerMutate(data, size, max_size);
  size = max_size < 600 ? max_size : 600;
  fuzz_fill(data, size, seed);
  return size;
}
