/* swept_slides.h: bodies that stop, and touch something when the step begins. */
#ifndef CAROM_ENGINE_SWEPT_SLIDES_H
#define CAROM_ENGINE_SWEPT_SLIDES_H

#include "swept_stopper.h"

/* Takes off the ways of bodies that slide the little that leads into what they slide along, and looks whether
 * they get deeper into it all the same. The hits to come are those of the meetings. */
void carom__slides_begin(carom__stopper *s);
/* Takes the lift off the poses of a slide's hit, which has stopped something. False when a gap is left that
 * is to be closed. */
bool carom__slide_settle(const carom__stopper *s, carom__slide *slide);
/* Would a body that stops not meet this, which stands, if it were a little farther from what it slides along?
 * Then it meets an edge that lies in the same surface. */
bool carom__slide_is_over_seam(const carom__stopper *s, const carom__meeting *m, uint32_t body);

#endif
