/* blocks.c: space is cut in two, again and again, with a share for each rank. */
#include "blocks.h"

#include <math.h>

static double *corner(carom_pos *p, uint32_t axis) { return axis == 0 ? &p->x : axis == 1 ? &p->y : &p->z; }

double carom__blocks_along(carom_pos position, uint32_t axis) { return *corner(&position, axis); }

static double width(const carom_region *r, uint32_t axis) {
  carom_region copy = *r;
  return *corner(&copy.max, axis) - *corner(&copy.min, axis);
}

double carom__blocks_width(const carom_region *r) {
  return fmax(fmax(width(r, 0), width(r, 1)), width(r, 2));
}

static void divide(cut *cuts, uint32_t low, uint32_t high, carom_region space, bool planar) {
  if (high - low < 2) return;
  const uint32_t middle = low + (high - low) / 2;
  uint32_t axis = width(&space, 1) > width(&space, 0);
  if (!planar && width(&space, 2) > width(&space, axis)) axis = 2;
  const double part = (double)(middle - low) / (double)(high - low);
  const double at = *corner(&space.min, axis) + width(&space, axis) * part;
  cuts[middle - 1] = (cut){at, axis};
  carom_region below = space, above = space;
  *corner(&below.max, axis) = at;
  *corner(&above.min, axis) = at;
  divide(cuts, low, middle, below, planar);
  divide(cuts, middle, high, above, planar);
}

void carom__blocks_divide(cut *cuts, uint32_t count, const carom_region *space, bool planar) {
  divide(cuts, 0, count, *space, planar);
}

uint32_t carom__blocks_find(const cut *cuts, uint32_t count, carom_pos position) {
  uint32_t low = 0, high = count;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    const cut *c = &cuts[middle - 1];
    if (*corner(&position, c->axis) < c->at)
      high = middle;
    else
      low = middle;
  }
  return low;
}

carom_region carom__blocks_get(const cut *cuts, uint32_t count, uint32_t rank) {
  carom_region block = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
  uint32_t low = 0, high = count;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    const cut *c = &cuts[middle - 1];
    if (rank < middle) {
      *corner(&block.max, c->axis) = fmin(carom__blocks_along(block.max, c->axis), c->at);
      high = middle;
    } else {
      *corner(&block.min, c->axis) = fmax(carom__blocks_along(block.min, c->axis), c->at);
      low = middle;
    }
  }
  return block;
}

carom_region carom__blocks_hull(const carom_region *a, const carom_region *b) {
  const carom_pos *p = &a->min, *q = &a->max, *r = &b->min, *s = &b->max;
  return (carom_region){{fmin(p->x, r->x), fmin(p->y, r->y), fmin(p->z, r->z)},
                        {fmax(q->x, s->x), fmax(q->y, s->y), fmax(q->z, s->z)}};
}

carom_region carom__blocks_meet(const carom_region *a, const carom_region *b) {
  const carom_pos *p = &a->min, *q = &a->max, *r = &b->min, *s = &b->max;
  return (carom_region){{fmax(p->x, r->x), fmax(p->y, r->y), fmax(p->z, r->z)},
                        {fmin(q->x, s->x), fmin(q->y, s->y), fmin(q->z, s->z)}};
}

carom_region carom__blocks_widen(const carom_region *a, double by) {
  return (carom_region){{a->min.x - by, a->min.y - by, a->min.z - by},
                        {a->max.x + by, a->max.y + by, a->max.z + by}};
}

bool carom__blocks_has(const carom_region *outer, const carom_region *inner) {
  const carom_pos *p = &outer->min, *q = &outer->max, *r = &inner->min, *s = &inner->max;
  return p->x <= r->x && p->y <= r->y && p->z <= r->z && s->x <= q->x && s->y <= q->y && s->z <= q->z;
}

bool carom__blocks_near(const carom_region *a, const carom_region *b, double distance) {
  const carom_pos *p = &a->min, *q = &a->max, *r = &b->min, *s = &b->max;
  return p->x - s->x <= distance && r->x - q->x <= distance && p->y - s->y <= distance &&
         r->y - q->y <= distance && p->z - s->z <= distance && r->z - q->z <= distance;
}
