/* outline.c: computes the outline of a face as seen along an axis. */
#include "outline.h"

/* The cosine of a face's normal to the axis below which its plane has no height to speak of: what counts as
 * touching the face may be as much higher or lower than it as it is beside it, over this. */
#define STEEP 0x1p-10

/* The cosine between the lines of two edges beyond which their corner is sharp: less than 30 degrees. */
#define SHARP (-0.8660254)

const double carom__octagon[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

static carom__spot spot_of(const carom__basis *view, carom__dvec3 p) {
  carom__dvec3 c = basis_coordinates(view, p);
  return (carom__spot){c.x, c.y, c.z};
}

carom__spot carom__outline_make_corner(const carom__outline_view *outline, uint32_t i) {
  const carom__side *side = outline->side;
  carom_vec3 local = face_vertex(&side->face, i);
  return spot_of(outline->view, side->pose ? dvec3_place(side->pose, local) : dvec3_widen(local));
}

carom__edge_line carom__outline_make_line(const carom__outline_view *outline, uint32_t i) {
  carom__spot p = outline_corner(outline, i), q = outline_corner(outline, outline_after(outline, i));
  double u = outline->turn * (q.v - p.v), v = outline->turn * (p.u - q.u),
         length = square_root(u * u + v * v);
  if (!(length > 0)) return (carom__edge_line){0, 0, outline->margin};
  carom__edge_line line = {u / length, v / length, 0};
  line.offset = outline_beyond(line, p) + outline->margin;
  return line;
}

static bool has_sharp_corner(const carom__outline_view *outline) {
  carom__edge_line before = outline_line(outline, outline->count - 1);
  for (uint32_t i = 0; i < outline->count; i++) {
    carom__edge_line line = outline_line(outline, i);
    if (line.u * before.u + line.v * before.v < SHARP) return true;
    before = line;
  }
  return false;
}

static void set_reach(carom__outline_view *outline) {
  outline->sharp = has_sharp_corner(outline);
  if (!outline->sharp) return;
  for (int k = 0; k < 8; k++) outline->reach[k] = -HUGE_VAL;
  for (uint32_t i = 0; i < outline->count; i++) {
    carom__spot p = outline_corner(outline, i);
    for (int k = 0; k < 8; k++) {
      double here = carom__octagon[k][0] * p.u + carom__octagon[k][1] * p.v;
      if (here > outline->reach[k]) outline->reach[k] = here, outline->farthest[k] = i;
    }
  }
  for (int k = 0; k < 8; k++) outline->reach[k] += outline->margin;
}

/* Through the corner that lies farthest out, because those of a face are in one plane but for rounding. */
static void set_plane(carom__outline_view *outline) {
  carom__spot normal = spot_of(outline->view, outline->side->normal);
  double farthest = -HUGE_VAL;
  outline->steep = fabs(normal.height) < STEEP;
  if (outline->steep) return;
  outline->slope_u = -normal.u / normal.height;
  outline->slope_v = -normal.v / normal.height;
  outline->level = 0;
  for (uint32_t i = 0; i < outline->count; i++) {
    carom__spot p = outline_corner(outline, i);
    double out = outline->turn * (p.height - outline_height(outline, p));
    farthest = out > farthest ? out : farthest;
  }
  outline->level = outline->turn * farthest;
}

void carom__outline_see(const carom__facing *facing, int index, const carom__basis *view,
                        carom__outline_view *out) {
  out->side = &facing->sides[index];
  out->view = view;
  out->turn = index == 0 ? 1 : -1;
  out->margin = facing->touch;
  out->count = out->side->face.count;
  uint32_t kept = out->count < CAROM__OUTLINE_CORNERS ? out->count : CAROM__OUTLINE_CORNERS;
  for (uint32_t i = 0; i < kept; i++) out->corners[i] = carom__outline_make_corner(out, i);
  for (uint32_t i = 0; i < kept; i++) out->lines[i] = carom__outline_make_line(out, i);
  set_reach(out);
  set_plane(out);
}
