/* peers.c: which ranks are neighbours, and what each of them may own. */
#include "parts.h"

#include <string.h>

/* Cuts that move are known a step before they count. Ghosts go to whoever may own what they touch in this
 * step or in the next one. The sender has owned them by the cuts of the last step. */
void carom__peers_find(carom_cluster *c) {
  const carom_transport *t = &c->transport;
  carom_region mine;
  for (uint32_t k = 0; k <= t->count; k++) {
    const uint32_t i = k ? k - 1 : t->rank;
    const carom_region past = carom__blocks_get(c->past, t->count, i);
    const carom_region now = carom__blocks_get(c->cuts, t->count, i);
    const carom_region next = carom__blocks_get(c->coming, t->count, i);
    const carom_region block = carom__blocks_hull(&now, &next);
    const carom_region all = carom__blocks_hull(&past, &block);
    if (k == 0) mine = all;
    c->peers[i].neighbour = i != t->rank && carom__blocks_near(&mine, &all, 4 * c->reach);
    c->peers[i].block = carom__blocks_widen(&block, c->reach);
  }
}

void carom__cuts_turn(carom_cluster *c) {
  const size_t size = c->transport.count * sizeof *c->cuts;
  if (!memcmp(c->past, c->cuts, size) && !memcmp(c->cuts, c->coming, size)) return;
  memcpy(c->past, c->cuts, size);
  memcpy(c->cuts, c->coming, size);
  carom__peers_find(c);
}
