/* gathering.c: sorts the contacts of parts into those that count and the one that is kept in reserve. */
#include "gathering.h"

void carom__gathering_begin(carom__gathering *g, carom__site a, carom__site b, carom__patch_fn *tell,
                            void *context) {
  g->a = a, g->b = b;
  g->status = CAROM_OK;
  g->found = g->has_spare = false;
  carom__patches_begin(&g->patches, tell, context);
}

static void keep_spare(carom__gathering *g, const carom__part *a, const carom__part *b,
                       const carom_manifold *contact) {
  float depth = manifold_depth(contact);
  if (g->found || (g->has_spare && depth <= g->spare_depth)) return;
  g->has_spare = true;
  g->spare_depth = depth;
  g->spare_a = *a, g->spare_b = *b;
  g->spare = *contact;
}

void carom__gathering_add(carom__gathering *g, const carom__part *a, const carom__part *b,
                          carom__contact_rank rank, const carom_manifold *contact) {
  if (rank == CAROM__CONTACT_OF_PARTS) keep_spare(g, a, b, contact);
  if (rank != CAROM__CONTACT) return;
  g->found = true;
  carom__patches_add(&g->patches, a, b, contact);
}

void carom__gathering_meet(carom__gathering *g, const carom__part *a, const carom__part *b,
                           const carom__surfaces *surfaces) {
  carom__contact_rank rank;
  carom_manifold contact;
  g->status = worse_status(g->status, carom__part_contact_find(surfaces, a, b, &rank, &contact));
  carom__gathering_add(g, a, b, rank, &contact);
}

void carom__gathering_end(carom__gathering *g) {
  if (!g->found && g->has_spare) carom__patches_add(&g->patches, &g->spare_a, &g->spare_b, &g->spare);
  carom__patches_end(&g->patches);
}
