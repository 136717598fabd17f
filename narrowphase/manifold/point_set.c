/* point_set.c: selects the points of a manifold from candidates. The code for most pairs of boxes takes four
 * points at a time and has no branches, because these could not be predicted. */
#include "point_set.h"

#define GROUPS (CAROM__POINT_SLOTS / 4)
/* How many groups most sets have: functions that are inline are unrolled for it. */
#define USUAL 3

typedef struct point_lanes {
  carom__lanes x, y, z;
} point_lanes;

static inline point_lanes group_of(const carom__point_set *set, uint32_t group) {
  const size_t at = (size_t)4 * group;
  return (point_lanes){lanes_load(set->x + at), lanes_load(set->y + at), lanes_load(set->z + at)};
}

static inline point_lanes splat(carom_vec3 v) {
  return (point_lanes){lanes_splat(v.x), lanes_splat(v.y), lanes_splat(v.z)};
}

static inline point_lanes sub(point_lanes a, point_lanes b) {
  return (point_lanes){lanes_sub(a.x, b.x), lanes_sub(a.y, b.y), lanes_sub(a.z, b.z)};
}

static inline carom__lanes dot(point_lanes a, point_lanes b) {
  return lanes_add(lanes_add(lanes_mul(a.x, b.x), lanes_mul(a.y, b.y)), lanes_mul(a.z, b.z));
}

static inline carom__lanes distance2(point_lanes a, point_lanes b) {
  point_lanes d = sub(a, b);
  return dot(d, d);
}

static inline carom_vec3 point_at(const carom__point_set *set, uint32_t slot) {
  return vec3(set->x[slot], set->y[slot], set->z[slot]);
}

/* --- The choice of four --- */

/* The mask of the slots that have a point. */
static inline carom__lanes used_in(const carom__point_set *set, uint32_t group) {
  return lanes_gt(lanes_splat(CAROM__NO_POINT), lanes_load(set->x + (size_t)4 * group));
}

/* The slot of the greatest value above a floor, the first of equals; -1 when there is none. */
static inline int slot_of_greatest(const carom__lanes values[], uint32_t groups, float floor) {
  carom__lanes most = lanes_splat(floor);
  uint64_t bits = 0;
  for (uint32_t g = 0; g < groups; g++) most = lanes_max(values[g], most);
  most = lanes_max(most, lanes_zwxy(most));
  most = lanes_max(most, lanes_yzwx(most));
  for (uint32_t g = 0; g < groups; g++) bits |= (uint64_t)lanes_bits(lanes_eq(values[g], most)) << 4 * g;
  return bits && lanes_first(most) > floor ? bits_lowest(bits) : -1;
}

static inline int deepest(const carom__point_set *set, uint32_t groups) {
  carom__lanes depths[GROUPS];
  for (uint32_t g = 0; g < groups; g++) depths[g] = lanes_neg(lanes_load(set->separation + (size_t)4 * g));
  return slot_of_greatest(depths, groups, -CAROM__NO_POINT);
}

int carom__point_set_deepest(const carom__point_set *set) {
  return set->groups == USUAL ? deepest(set, USUAL) : deepest(set, set->groups);
}

static inline uint32_t farthest(const carom__point_set *set, uint32_t groups, carom_vec3 from) {
  carom__lanes distances[GROUPS];
  point_lanes origin = splat(from);
  for (uint32_t g = 0; g < groups; g++)
    distances[g] = lanes_select(used_in(set, g), distance2(group_of(set, g), origin), lanes_splat(-1));
  return (uint32_t)slot_of_greatest(distances, groups, -1);
}

/* Adds the points that span most area with the first two, on the side that `across` points to and on the
 * other; none that lies within `near` of their line. */
static inline uint32_t add_outermost(const carom__point_set *set, uint32_t groups, carom_vec3 across,
                                     float near, uint32_t slots[4]) {
  carom__lanes areas[GROUPS], opposite[GROUPS];
  point_lanes origin = splat(point_at(set, slots[0])), turn = splat(across);
  float least = near * vec3_length(across);
  uint32_t count = 2;
  for (uint32_t g = 0; g < groups; g++) {
    areas[g] = lanes_and(used_in(set, g), dot(turn, sub(group_of(set, g), origin)));
    opposite[g] = lanes_neg(areas[g]);
  }
  int third = slot_of_greatest(areas, groups, least), fourth = slot_of_greatest(opposite, groups, least);
  if (third >= 0) slots[count++] = (uint32_t)third;
  if (fourth >= 0) slots[count++] = (uint32_t)fourth;
  return count;
}

static inline uint32_t choose_four(const carom__point_set *set, uint32_t groups, int first, carom_vec3 normal,
                                   float near, uint32_t slots[4]) {
  slots[0] = (uint32_t)first;
  slots[1] = farthest(set, groups, point_at(set, slots[0]));
  carom_vec3 along = vec3_sub(point_at(set, slots[1]), point_at(set, slots[0]));
  return add_outermost(set, groups, vec3_cross(normal, along), near, slots);
}

/* --- Points that count as one --- */

static inline uint64_t used_slots(const carom__point_set *set, uint32_t groups) {
  uint64_t used = 0;
  for (uint32_t g = 0; g < groups; g++) used |= (uint64_t)lanes_bits(used_in(set, g)) << 4 * g;
  return used;
}

/* Writes the first four slots that are used, the last one again in the place of those that are not there, and
 * tells how many there are, counted up to five; some are. */
static inline uint32_t list_slots(uint64_t used, uint32_t slots[4]) {
  uint32_t count = 1;
  for (uint32_t i = 0; i < 4; i++) {
    uint64_t rest = used & (used - 1);
    slots[i] = (uint32_t)bits_lowest(used);
    count += rest != 0;
    used = rest ? rest : used;
  }
  return count;
}

static inline carom__lanes gather(const float from[], const uint32_t slots[4]) {
  return lanes_set(from[slots[0]], from[slots[1]], from[slots[2]], from[slots[3]]);
}

/* Are any two of at most four points near each other? Turns by one and by two meet all pairs. */
static inline bool any_near(const carom__point_set *set, const uint32_t slots[4], uint32_t count,
                            float near) {
  carom__lanes listed = lanes_gt(lanes_splat((float)count), lanes_set(0, 1, 2, 3)),
               near2 = lanes_splat(near * near);
  carom__lanes nowhere = lanes_mul(lanes_splat(CAROM__NO_POINT), lanes_set(1, 2, 3, 4));
  carom__lanes x = lanes_select(listed, gather(set->x, slots), nowhere);
  point_lanes p = {x, gather(set->y, slots), gather(set->z, slots)};
  point_lanes one = {lanes_yzwx(p.x), lanes_yzwx(p.y), lanes_yzwx(p.z)};
  point_lanes two = {lanes_zwxy(p.x), lanes_zwxy(p.y), lanes_zwxy(p.z)};
  return lanes_any(lanes_or(lanes_ge(near2, distance2(p, one)), lanes_ge(near2, distance2(p, two))));
}

static bool hides(const carom__point_set *set, uint32_t j, uint32_t i, float near) {
  carom_vec3 d = vec3_sub(point_at(set, i), point_at(set, j));
  if (!(vec3_dot(d, d) <= near * near)) return false;
  return set->separation[j] < set->separation[i] || (set->separation[j] == set->separation[i] && j < i);
}

/* Empties the slots of the points that are near a deeper one, or an earlier one that is as deep. */
static void drop_hidden(carom__point_set *set, float near) {
  uint64_t used = used_slots(set, set->groups), hidden = 0;
  for (uint64_t i = used; i; i &= i - 1)
    for (uint64_t j = used; j; j &= j - 1)
      if (hides(set, (uint32_t)bits_lowest(j), (uint32_t)bits_lowest(i), near)) hidden |= i & (0 - i);
  for (; hidden; hidden &= hidden - 1) {
    int slot = bits_lowest(hidden);
    set->x[slot] = set->separation[slot] = CAROM__NO_POINT;
  }
}

/* Four points that were chosen are never near each other. Only when there are fewer, it matters which of the
 * candidates count as one: 0 then. */
static inline uint32_t choose_fast(const carom__point_set *set, uint32_t groups, int first, carom_vec3 normal,
                                   float near, uint32_t slots[4]) {
  uint32_t count = list_slots(used_slots(set, groups), slots);
  if (count > 4) return choose_four(set, groups, first, normal, near, slots) == 4 ? 4 : 0;
  return any_near(set, slots, count, near) ? 0 : count;
}

static uint32_t choose_slowly(carom__point_set *set, int first, carom_vec3 normal, float near,
                              uint32_t slots[4]) {
  drop_hidden(set, near);
  uint32_t count = list_slots(used_slots(set, set->groups), slots);
  return count > 4 ? choose_four(set, set->groups, first, normal, near, slots) : count;
}

uint32_t carom__point_set_choose(carom__point_set *set, int deepest_slot, carom_vec3 normal, float near,
                                 uint32_t slots[CAROM_MANIFOLD_POINTS]) {
  if (deepest_slot < 0) return 0;
  uint32_t count = set->groups == USUAL ? choose_fast(set, USUAL, deepest_slot, normal, near, slots)
                                        : choose_fast(set, set->groups, deepest_slot, normal, near, slots);
  return count ? count : choose_slowly(set, deepest_slot, normal, near, slots);
}
