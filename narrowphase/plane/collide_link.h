/* collide_link.h: the contact of a link of a chain. */
#ifndef CAROM_NARROWPHASE_COLLIDE_LINK_H
#define CAROM_NARROWPHASE_COLLIDE_LINK_H

#include "flat.h"
#include "narrowphase.h"

/* The manifold of a link, A, and a shape that is no link. A link may leave it to its neighbours. */
void carom__collide_link(const carom_chain_link *a, const carom__flat *b, const carom__relative *b_in_a,
                         carom__manifold *out);
/* The same for a link that leaves nothing to its neighbours: there is a manifold wherever they touch, unless
 * the link is one-sided and the shape is not in front of it. */
void carom__touch_link(const carom_chain_link *a, const carom__flat *b, const carom__relative *b_in_a,
                       carom__manifold *out);

#endif
