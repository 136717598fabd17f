/* peers.c: which ranks are neighbours, and what each of them may own. */
#include "parts.h"

#include <string.h>

/* Where a rank may own bodies: by the cuts of the last step, and by those of this step and of the next one.
 */
typedef struct blocks {
  carom_region past, now, next;
} blocks;

static blocks blocks_of(const carom_cluster *c, uint32_t rank) {
  const uint32_t count = c->transport.count;
  return (blocks){carom__blocks_get(c->past, count, rank), carom__blocks_get(c->cuts, count, rank),
                  carom__blocks_get(c->coming, count, rank)};
}

/* Cuts that move are known a step before they count. Ghosts go to whoever may own what they touch in this
 * step or in the next one. The sender has owned them by the cuts of the last step. */
void carom__peers_find(carom_cluster *c) {
  const blocks own = blocks_of(c, c->transport.rank);
  const carom_region both = carom__blocks_hull(&own.now, &own.next),
                     mine = carom__blocks_hull(&own.past, &both);
  const carom_region shared = carom__blocks_meet(&own.now, &own.next);
  c->home = carom__blocks_widen(&own.past, c->reach);
  c->interior = carom__blocks_widen(&shared, -c->reach);
  c->deep = carom__blocks_widen(&c->interior, -c->reach);
  c->front_count = c->own_count;
  c->neighbour_count = 0;
  for (uint32_t i = 0; i < c->transport.count; i++) {
    peer *p = &c->peers[i];
    const blocks theirs = blocks_of(c, i);
    const carom_region block = carom__blocks_hull(&theirs.now, &theirs.next);
    const carom_region all = carom__blocks_hull(&theirs.past, &block);
    p->block = carom__blocks_widen(&block, c->reach);
    p->neighbour = i != c->transport.rank && carom__blocks_near(&mine, &all, 4 * c->reach);
    if (p->neighbour) c->neighbours[c->neighbour_count++] = i;
  }
}

void carom__cuts_turn(carom_cluster *c) {
  const size_t size = c->transport.count * sizeof *c->cuts;
  if (!memcmp(c->past, c->cuts, size) && !memcmp(c->cuts, c->coming, size)) return;
  memcpy(c->past, c->cuts, size);
  memcpy(c->cuts, c->coming, size);
  carom__peers_find(c);
}
