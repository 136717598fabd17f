/* swept_meet.c: finds when two colliders first meet along their motions. It divides the step into pieces in
 * which neither turns much (narrowphase/impact.h). */
#include "stopping.h"

#include "boxes.h"
#include "impact.h"
#include "pair_call.h"

/* No piece of a step turns a body by more than this, in radians ... */
#define PIECE 1
/* ... as long as these many pieces are enough. */
#define MAX_PIECES (CAROM_SWEPT_TURNS * 7)
/* The margin within which what cannot be proved counts as met, in least half extents. */
#define MARGIN 0x1p-10f

static carom__mover mover_of(const carom_world *world, uint32_t collider, const carom_motion *motion,
                             carom_shape *room) {
  carom_local_pose local = carom__collider_local(world, collider);
  return carom__mover_on_body(carom__collider_shape(world, collider, room), &local, motion->start.rotation,
                              motion->end.rotation);
}

static carom_frame frame_at(const carom_world *world, uint32_t collider, const carom_pose *pose) {
  carom_frame body = pose_to_frame(pose);
  return carom__frame_on(world, collider, &body);
}

static carom__dvec3 between(carom_pos from, carom_pos to) {
  return dvec3(to.x - from.x, to.y - from.y, to.z - from.z);
}

/* Rounding is covered by a little more. */
float carom__swept_reach(const carom_world *world, uint32_t collider) {
  carom_shape room;
  carom_obb box = carom__padded_obb(carom__collider_shape(world, collider, &room));
  float reach = vec3_length(carom__collider_local(world, collider).position) + vec3_length(box.center) +
                vec3_length(box.half);
  return reach * (1 + 0x1p-20f);
}

float carom__swept_depth(const carom_world *world, const carom__meeting *meeting) {
  uint32_t a = meeting->a, b = meeting->b;
  carom_frame frame_a = frame_at(world, a, &meeting->hit.pose_a);
  carom_frame frame_b = frame_at(world, b, &meeting->hit.pose_b);
  carom_shape rooms[2];
  const carom__site site_a = {carom__collider_shape(world, a, &rooms[0]), &frame_a};
  const carom__site site_b = {carom__collider_shape(world, b, &rooms[1]), &frame_b};
  carom_manifold manifold;
  float depth = 0;
  if (carom__call_collide(site_a, site_b, NULL, &manifold)) return 0;
  for (uint32_t i = 0; i < manifold.point_count; i++)
    depth = greater_float(depth, -manifold.points[i].separation);
  return depth;
}

/* Are the bodies' origins farther apart than that between two fractions of the step? */
static bool keep_apart(const carom__swept_way *a, const carom__swept_way *b, double begin, double end,
                       double reach) {
  carom__dvec3 from = between(carom__swept_way_position(a, begin), carom__swept_way_position(b, begin));
  carom__dvec3 to = between(carom__swept_way_position(a, end), carom__swept_way_position(b, end));
  carom__dvec3 travel = dvec3_sub(to, from);
  double along = -dvec3_dot(from, travel), square = dvec3_dot(travel, travel);
  double nearest = along <= 0 ? 0 : along < square ? along / square : 1;
  carom__dvec3 least = dvec3_mad(from, travel, nearest);
  return dvec3_dot(least, least) > reach * reach;
}

/* A piece of the step, and how both bodies move in it. */
typedef struct step_piece {
  double begin, end;
  carom_motion a, b;
} step_piece;

static step_piece cut_piece(const carom__swept_way *a, const carom__swept_way *b, double begin, double end) {
  return (step_piece){begin,
                      end,
                      {carom__swept_way_pose(a, begin), carom__swept_way_pose(a, end)},
                      {carom__swept_way_pose(b, begin), carom__swept_way_pose(b, end)}};
}

static carom__impact_case make_case(const carom_world *world, uint32_t a, uint32_t b, const step_piece *p,
                                    carom_shape rooms[2]) {
  carom__impact_case it = {.start_a = frame_at(world, a, &p->a.start),
                           .start_b = frame_at(world, b, &p->b.start),
                           .pivot_a = p->a.start.position,
                           .travel_a = between(p->a.start.position, p->a.end.position)};
  it.motions.a = mover_of(world, a, &p->a, &rooms[0]);
  it.motions.b = mover_of(world, b, &p->b, &rooms[1]);
  it.motions.offset = between(p->a.start.position, p->b.start.position);
  it.motions.travel = dvec3_sub(between(p->a.end.position, p->b.end.position), it.motions.offset);
  return it;
}

static double margin_of(const carom_world *world, uint32_t a, uint32_t b) {
  carom_shape rooms[2];
  carom_vec3 half_a = carom__padded_obb(carom__collider_shape(world, a, &rooms[0])).half;
  carom_vec3 half_b = carom__padded_obb(carom__collider_shape(world, b, &rooms[1])).half;
  carom_vec3 least = vec3_min(half_a, half_b);
  return (double)(MARGIN * lesser_float(lesser_float(least.x, least.y), least.z));
}

/* A link of a chain that leaves the contact to its neighbours is met as one of those. */
static bool is_left_to_neighbours(const carom__impact_case *it, const carom_impact *impact) {
  carom_manifold touch;
  if (!impact->inside || !(it->motions.a.class->part || it->motions.b.class->part)) return false;
  carom__site site_a = {it->motions.a.shape, &it->start_a}, site_b = {it->motions.b.shape, &it->start_b};
  return carom__call_collide(site_a, site_b, NULL, &touch) == CAROM_OK && touch.point_count == 0;
}

/* What stays too near for a proof is asked once more with a margin. */
static void look_at_piece(const carom_world *world, const step_piece *p, carom__meeting *meeting,
                          carom_impact *out) {
  carom_shape rooms[2];
  carom__impact_case it = make_case(world, meeting->a, meeting->b, p, rooms);
  carom_status status = carom__impact(&it, out);
  if (status) {
    it.margin = margin_of(world, meeting->a, meeting->b);
    status = carom__impact(&it, out);
  }
  meeting->met = !status && out->hit && !is_left_to_neighbours(&it, out);
  meeting->unproved |= status != CAROM_OK;
}

static uint32_t count_pieces(const carom__swept_way *a, const carom__swept_way *b) {
  float angle = greater_float(a->angle, b->angle) / PIECE;
  return angle < MAX_PIECES ? 1 + (uint32_t)angle : MAX_PIECES;
}

/* What is held where it is keeps its bits. */
static carom_pose pose_at(const carom_motion *motion, double fraction) {
  carom_pose pose = motion->start;
  if (fraction > 0) carom_motion_pose(motion, fraction, &pose);
  return pose;
}

static carom_swept_hit describe(const carom_world *world, const carom__meeting *meeting, const step_piece *p,
                                const carom_impact *impact) {
  return (carom_swept_hit){.body_a = carom__collider_owner(world, meeting->a),
                           .body_b = carom__collider_owner(world, meeting->b),
                           .collider_a = carom__collider_id(world, meeting->a),
                           .collider_b = carom__collider_id(world, meeting->b),
                           .inside = impact->inside && p->begin == 0,
                           .fraction = p->begin + impact->fraction * (p->end - p->begin),
                           .pose_a = pose_at(&p->a, impact->fraction),
                           .pose_b = pose_at(&p->b, impact->fraction),
                           .normal = impact->normal,
                           .point = impact->point};
}

void carom__meet(const carom_world *world, const carom__swept_way *way_a, const carom__swept_way *way_b,
                 double from, carom__meeting *meeting) {
  double reach =
      (double)carom__swept_reach(world, meeting->a) + (double)carom__swept_reach(world, meeting->b);
  uint32_t count = count_pieces(way_a, way_b);
  meeting->met = meeting->unproved = false;
  for (uint32_t i = 0; i < count && !meeting->met; i++) {
    double begin = from + (1 - from) * ((double)i / count);
    double end = i + 1 < count ? from + (1 - from) * ((double)(i + 1) / count) : 1;
    if (keep_apart(way_a, way_b, begin, end, reach)) continue;
    step_piece p = cut_piece(way_a, way_b, begin, end);
    carom_impact impact;
    look_at_piece(world, &p, meeting, &impact);
    if (!meeting->met) continue;
    meeting->gap = impact.distance;
    meeting->hit = describe(world, meeting, &p, &impact);
  }
}
