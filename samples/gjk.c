/* gjk: three tests on two convex polygons, from the cheapest to the most expensive. The first test compares
 * bounding boxes. The separating axis test then gives the axis and the minimum translation. GJK, on a support
 * function of this program, gives the distance and the closest points. The tests share the Minkowski
 * difference, which contains the origin where the polygons overlap. `gjk picture.svg` draws the polygons and
 * their difference. */
#include <carom/carom.h>
#include <stdio.h>

enum { CORNERS_MAX = 16 };

typedef struct {
  carom_vec2 points[CORNERS_MAX];
  size_t count;
} polygon;

static carom_ring ring_of(const polygon *p) { return (carom_ring){p->points, p->count}; }

static polygon regular(size_t count, carom_vec2 center, float radius, double first_degrees) {
  polygon p = {.count = count};
  for (size_t i = 0; i < count; i++) {
    carom_vec2 d = carom_direction_degrees(first_degrees + 360.0 * (double)i / (double)count);
    p.points[i] = (carom_vec2){center.x + radius * d.x, center.y + radius * d.y};
  }
  return p;
}

/* --- The three questions --- */

static void bounds(const polygon *p, carom_vec2 *min, carom_vec2 *max) {
  *min = *max = p->points[0];
  for (size_t i = 1; i < p->count; i++) {
    carom_vec2 q = p->points[i];
    *min = (carom_vec2){q.x < min->x ? q.x : min->x, q.y < min->y ? q.y : min->y};
    *max = (carom_vec2){q.x > max->x ? q.x : max->x, q.y > max->y ? q.y : max->y};
  }
}

static bool bounds_overlap(const polygon *a, const polygon *b) {
  carom_vec2 min_a, max_a, min_b, max_b;
  bounds(a, &min_a, &max_a), bounds(b, &min_b, &max_b);
  return min_a.x <= max_b.x && min_b.x <= max_a.x && min_a.y <= max_b.y && min_b.y <= max_a.y;
}

/* All that GJK has to know of a polygon. */
static carom_vec3 farthest(void *user, carom_vec3 direction) {
  const polygon *p = user;
  size_t best = 0;
  for (size_t i = 1; i < p->count; i++) {
    carom_vec2 way = {p->points[i].x - p->points[best].x, p->points[i].y - p->points[best].y};
    if (way.x * direction.x + way.y * direction.y > 0) best = i;
  }
  return (carom_vec3){p->points[best].x, p->points[best].y, 0};
}

static void print_distance(polygon *a, polygon *b) {
  carom_convex of_a = {farthest, a, 0}, of_b = {farthest, b, 0};
  carom_distance_result gap;
  if (carom_gjk(&of_a, &of_b, &gap)) return;
  printf("  GJK: %.3f apart, nearest points (%.3f, %.3f) and (%.3f, %.3f)\n", (double)gap.distance,
         gap.point_a.x, gap.point_a.y, gap.point_b.x, gap.point_b.y);
}

/* Moving B by the minimum translation leaves the two touching. */
static void print_translation(const polygon *a, const polygon *b, const carom_polygons_gap *gap) {
  polygon moved = *b;
  for (size_t i = 0; i < b->count; i++) {
    moved.points[i].x -= gap->separation * gap->normal.x;
    moved.points[i].y -= gap->separation * gap->normal.y;
  }
  carom_ring ring_a = ring_of(a), ring_b = ring_of(&moved);
  carom_polygons_gap after = {.separation = 1};
  carom_polygons_separation(&ring_a, &ring_b, &after);
  printf("  minimum translation (%.3f, %.3f); after it %s\n", (double)(-gap->separation * gap->normal.x),
         (double)(-gap->separation * gap->normal.y),
         after.separation > -1e-6f && after.separation < 1e-6f ? "they touch" : "they do not touch");
}

static void compare(const char *name, polygon *a, polygon *b) {
  carom_ring ring_a = ring_of(a), ring_b = ring_of(b);
  carom_polygons_gap gap;
  printf("%s\n", name);
  if (!bounds_overlap(a, b)) {
    printf("  bounds: apart\n");
    print_distance(a, b);
    return;
  }
  if (carom_polygons_separation(&ring_a, &ring_b, &gap)) return;
  printf("  bounds: overlap; edge %u of %s: %s %.3f along (%.3f, %.3f)\n", (unsigned)gap.edge,
         gap.of_b ? "B" : "A", gap.separation > 0 ? "apart by" : "deep by",
         (double)(gap.separation > 0 ? gap.separation : -gap.separation), (double)gap.normal.x,
         (double)gap.normal.y);
  if (gap.separation > 0)
    print_distance(a, b);
  else
    print_translation(a, b, &gap);
}

/* --- The Minkowski difference --- */

static polygon difference(const polygon *a, const polygon *b) {
  carom_ring ring_a = ring_of(a), ring_b = ring_of(b);
  carom_index_pair corners[2 * CORNERS_MAX];
  polygon d = {.count = 0};
  size_t count = 0;
  carom_minkowski_difference(&ring_a, &ring_b, corners, 2 * CORNERS_MAX, &count);
  for (; d.count < count && d.count < CORNERS_MAX; d.count++) {
    carom_vec2 p = a->points[corners[d.count].a], q = b->points[corners[d.count].b];
    d.points[d.count] = (carom_vec2){p.x - q.x, p.y - q.y};
  }
  return d;
}

static void draw(FILE *file, const polygon *p, const char *color) {
  fprintf(file, "<polygon fill='%s' fill-opacity='.4' stroke='%s' stroke-width='.04' points='", color, color);
  for (size_t i = 0; i < p->count; i++)
    fprintf(file, "%.3f,%.3f ", (double)p->points[i].x, -(double)p->points[i].y);
  fprintf(file, "'/>\n");
}

static void draw_all(const char *path, const polygon *a, const polygon *b, const polygon *d) {
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-6 -4 12 8' width='900'>\n"
                "<path d='M-6 0H6M0-4V4' stroke='#999' stroke-width='.02'/>\n");
  draw(file, a, "#2b6cb0"), draw(file, b, "#c05621"), draw(file, d, "#2f855a");
  fprintf(file, "<circle r='.08'/></svg>\n");
  fclose(file);
}

int main(int argc, char **argv) {
  polygon pentagon = regular(5, (carom_vec2){-1, 0}, 2, 90);
  polygon far = regular(3, (carom_vec2){3.5f, 1}, 1, 15), near = regular(3, (carom_vec2){1.2f, 1.9f}, 1, 15),
          inside = regular(3, (carom_vec2){0.75f, 0.5f}, 1, 15);
  compare("far", &pentagon, &far);
  compare("near", &pentagon, &near);
  compare("overlapping", &pentagon, &inside);
  polygon d = difference(&pentagon, &inside);
  printf("the Minkowski difference of these:");
  for (size_t i = 0; i < d.count; i++) printf(" (%.2f, %.2f)", (double)d.points[i].x, (double)d.points[i].y);
  printf("\n");
  if (argc > 1) draw_all(argv[1], &pentagon, &inside, &d);
  return 0;
}
