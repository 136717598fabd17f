/* swept_contacts.h: contacts of pairs that a swept body has met on its way. */
#ifndef CAROM_ENGINE_SWEPT_CONTACTS_H
#define CAROM_ENGINE_SWEPT_CONTACTS_H

#include "state.h"

static inline uint64_t swept_hit_key(const carom_swept_hit *hit) {
  return carom__pair_key(carom__id_index(hit->collider_a.bits), carom__id_index(hit->collider_b.bits));
}

/* Marks contacts of the last step that are over although the pair has met anew: what was put or changed, or
 * had passed, and was apart when the step began. */
void carom__contacts_mark_over(carom_world *world);

/* Notes whether contacts of the way are among those of the step: in the next one they are over, though
 * nothing may move. */
void carom__contacts_note_passed(carom_world *world);

#endif
