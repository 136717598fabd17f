/* marquee: the elements, of 10,000 rotated ones, that a drag rectangle and a lasso select. An element that
 * only touches the edge is not selected. The lasso need not be convex. The program cuts it into convex
 * pieces, and selects what any piece overlaps. It compares both selections with a test of every element.
 * `marquee picture.svg` draws them. */
#include <carom/carom.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 125, ROWS = 80, ELEMENTS = COLUMNS * ROWS, LASSO = 8 };

typedef struct {
  carom_world *world;
  carom_obb2 boxes[ELEMENTS];
  bool selected[ELEMENTS];
} page;

static const carom_region drag = {{58, 70, 0}, {314, 214, 0}};
static const carom_vec2 lasso[LASSO] = {{460, 120}, {700, 60},  {640, 260}, {900, 240},
                                        {760, 560}, {600, 380}, {420, 520}, {520, 300}};

/* A number of 0..1, the same each time (Lehmer, 1951). */
static double chance(uint64_t *state) {
  *state = *state * 48271 % 2147483647;
  return (double)*state / 2147483647;
}

/* Elements stand on a grid of 8 units, of any size and angle; those of every seventh column upright. */
static void add_element(page *p, size_t i, uint64_t *state) {
  double x = 8.0 * (double)(i % COLUMNS), y = 8.0 * (double)(i / COLUMNS);
  double degrees = 360 * chance(state) * (i % 7 > 0);
  float width = (float)(1 + 4 * chance(state)), height = (float)(1 + 2 * chance(state));
  if (i % 7 == 0) width = height = 2;
  p->boxes[i] = (carom_obb2){{(float)x, (float)y}, carom_direction_degrees(degrees), {width, height}};
  carom_body_def body = {.pose = carom_pose_planar_degrees(x, y, degrees), .user = &p->boxes[i]};
  carom_collider_def element = {.shape = carom_shape_rectangle(width, height)};
  carom_collider_create(p->world, carom_body_create(p->world, &body), &element);
}

/* --- By the world --- */

/* Several pieces may find an element. */
static void take(page *p, const carom_found *found, size_t count) {
  for (size_t i = 0; i < count; i++)
    p->selected[(carom_obb2 *)carom_body_get_user(p->world, found[i].body) - p->boxes] = true;
}

static void select_drag(page *p, carom_touching touching) {
  static carom_found found[ELEMENTS];
  carom_query_filter filter = {.touching = touching};
  size_t count = 0;
  carom_world_overlap_region(p->world, &drag, &filter, found, ELEMENTS, &count);
  take(p, found, count);
}

static void select_piece(page *p, const carom_vec2 *corners, size_t corner_count) {
  static carom_found found[ELEMENTS];
  carom_query_filter filter = {.touching = CAROM_TOUCHING_IS_APART};
  carom_pose here = carom_pose_planar(0, 0, 0);
  carom_polygon *polygon;
  size_t count = 0;
  if (carom_polygon_from_points(NULL, &corners->x, corner_count, 0, &polygon)) return;
  carom_shape shape = carom_shape_polygon(polygon);
  carom_world_overlap_shape(p->world, &shape, &here, &filter, found, ELEMENTS, &count);
  carom_polygon_release(polygon);
  take(p, found, count);
}

/* Writes the corners of a piece and returns how many they are. */
static size_t corners_of(const carom_pieces_view *pieces, size_t piece, carom_vec2 out[LASSO]) {
  uint32_t first = pieces->starts[piece], end = pieces->starts[piece + 1];
  for (uint32_t k = first; k < end; k++) out[k - first] = pieces->points[pieces->corners[k]];
  return end - first;
}

static void select_lasso(page *p, const carom_pieces_view *pieces) {
  carom_vec2 corners[LASSO];
  for (size_t i = 0; i < pieces->count; i++) select_piece(p, corners, corners_of(pieces, i, corners));
}

/* --- By looking at all --- */

static size_t wrong_in_drag(const page *p) {
  carom_vec2 middle = {(float)(drag.min.x + drag.max.x) / 2, (float)(drag.min.y + drag.max.y) / 2};
  carom_obb2 box = {middle, {1, 0}, {(float)drag.max.x - middle.x, (float)drag.max.y - middle.y}};
  size_t wrong = 0;
  for (size_t i = 0; i < ELEMENTS; i++) {
    bool overlaps = false;
    carom_obb2_overlap(&box, &p->boxes[i], CAROM_TOUCHING_IS_APART, &overlaps);
    wrong += overlaps != p->selected[i];
  }
  return wrong;
}

static bool overlaps_lasso(const carom_pieces_view *pieces, const carom_obb2 *element) {
  carom_vec2 corners[4], others[LASSO];
  carom_polygons_gap gap = {.separation = 0};
  carom_obb2_vertices(element, corners);
  for (size_t i = 0; i < pieces->count && !(gap.separation < 0); i++) {
    carom_ring piece = {others, corners_of(pieces, i, others)}, box = {corners, 4};
    carom_polygons_separation(&piece, &box, &gap);
  }
  return gap.separation < 0;
}

static size_t wrong_in_lasso(const page *p, const carom_pieces_view *pieces) {
  size_t wrong = 0;
  for (size_t i = 0; i < ELEMENTS; i++) wrong += overlaps_lasso(pieces, &p->boxes[i]) != p->selected[i];
  return wrong;
}

/* --- The picture --- */

static void draw_polygon(FILE *file, const carom_vec2 *corners, size_t count, const char *style) {
  fprintf(file, "<path class='%s' d='M", style);
  for (size_t i = 0; i < count; i++) fprintf(file, "%.1f %.1f ", (double)corners[i].x, (double)corners[i].y);
  fprintf(file, "z'/>\n");
}

static void draw(const page *p, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-10 -10 1016 656' width='1500'><style>"
                ".e{fill:#cbd5e0}.s{fill:#2b6cb0}.l{fill:none;stroke:#c53030;stroke-width:2}</style>\n");
  for (size_t i = 0; i < ELEMENTS; i++) {
    carom_vec2 corners[4];
    carom_obb2_vertices(&p->boxes[i], corners);
    draw_polygon(file, corners, 4, p->selected[i] ? "s" : "e");
  }
  const carom_vec2 rectangle[4] = {{(float)drag.min.x, (float)drag.min.y},
                                   {(float)drag.max.x, (float)drag.min.y},
                                   {(float)drag.max.x, (float)drag.max.y},
                                   {(float)drag.min.x, (float)drag.max.y}};
  draw_polygon(file, rectangle, 4, "l");
  draw_polygon(file, lasso, LASSO, "l");
  fprintf(file, "</svg>\n");
  fclose(file);
}

/* --- All of it --- */

static size_t count_of(const page *p) {
  size_t count = 0;
  for (size_t i = 0; i < ELEMENTS; i++) count += p->selected[i];
  return count;
}

static void deselect(page *p) { memset(p->selected, 0, sizeof p->selected); }

static bool drag_and_lasso(page *p, const carom_pieces_view *pieces) {
  select_drag(p, CAROM_TOUCHING_OVERLAPS);
  size_t touched = count_of(p);
  deselect(p);
  select_drag(p, CAROM_TOUCHING_IS_APART);
  size_t dragged = count_of(p), wrong = wrong_in_drag(p);
  printf("dragged: %u, %u wrong; %u more only touch\n", (unsigned)dragged, (unsigned)wrong,
         (unsigned)(touched - dragged));
  deselect(p);
  select_lasso(p, pieces);
  wrong += wrong_in_lasso(p, pieces);
  printf("lasso of %u pieces: %u, %u wrong\n", (unsigned)pieces->count, (unsigned)count_of(p),
         (unsigned)wrong);
  return wrong == 0;
}

int main(int argc, char **argv) {
  static page p;
  carom_ring ring = {lasso, LASSO};
  carom_pieces *cut;
  carom_pieces_view pieces;
  uint64_t state = 1;
  if (carom_world_create(&(carom_world_def){.planar = true}, &p.world)) return 1;
  for (size_t i = 0; i < ELEMENTS; i++) add_element(&p, i, &state);
  if (carom_rings_cut(NULL, &ring, 1, 0, &cut, NULL) || carom_pieces_describe(cut, &pieces)) return 1;
  bool right = drag_and_lasso(&p, &pieces);
  select_drag(&p, CAROM_TOUCHING_IS_APART);
  if (argc > 1) draw(&p, argv[1]);
  carom_pieces_destroy(cut);
  return carom_world_destroy(p.world) || !right;
}
