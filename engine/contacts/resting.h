/* resting.h: contacts of the last step that stay unchanged, because neither body was touched since. */
#ifndef CAROM_ENGINE_RESTING_H
#define CAROM_ENGINE_RESTING_H

#include "state.h"

/* Lists those contacts in `out`, which has room for all of the last step's, and returns how many there are.
 */
size_t carom__list_resting(const carom_world *world, uint32_t *out);

/* Moves each contact list[from[k]] to list[to[k]]; both lists of indices ascend, and what is not moved is
 * lost. */
void carom__contacts_shift(carom__contacts *contacts, const uint32_t *from, const uint32_t *to, size_t count);

#endif
