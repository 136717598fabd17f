/* gathering.c: sorts the contacts of parts into those that count, those that wait, and one in reserve. */
#include "gathering.h"

void carom__gathering_begin(carom__gathering *g, carom__site a, carom__site b, carom__patch_fn *tell,
                            void *context) {
  g->a = a, g->b = b;
  g->status = CAROM_OK;
  g->found = g->has_spare = false;
  carom__patches_begin(&g->patches, shape_is_planar(a.shape), tell, context);
  carom__waiting_begin(&g->waiting, a, b, &g->patches);
}

static void keep_spare(carom__gathering *g, const carom__part *a, const carom__part *b,
                       const carom_manifold *contact) {
  float depth = manifold_depth(contact);
  if (g->found || (g->has_spare && depth <= g->spare_depth)) return;
  g->has_spare = true;
  g->spare_depth = depth;
  part_keep(&g->spare_parts[0], a);
  part_keep(&g->spare_parts[1], b);
  g->spare = *contact;
}

void carom__gathering_add(carom__gathering *g, const carom__part *a, const carom__part *b,
                          carom__contact_rank rank, const carom_manifold *contact) {
  bool counts = rank >= CAROM__CONTACT_OF_FACE;
  if (rank == CAROM__NO_CONTACT) return;
  if (!counts) keep_spare(g, a, b, contact);
  g->found = g->found || counts;
  if (rank == CAROM__CONTACT)
    patches_add_parts(&g->patches, a, b, contact);
  else if (counts || parts_are_solid(a, b))
    carom__waiting_add(&g->waiting, a, b, counts, contact);
}

void carom__gathering_meet(carom__gathering *g, const carom__part *a, const carom__part *b,
                           const carom__surfaces *surfaces) {
  carom__contact_rank rank;
  carom_manifold contact;
  g->status = worse_status(g->status, carom__part_contact_find(surfaces, a, b, &rank, &contact));
  carom__gathering_add(g, a, b, rank, &contact);
}

/* Of two triangles the fronts are told by more than the two. */
static void add_spare(carom__gathering *g) {
  const carom__site wholes[2] = {g->a, g->b};
  const carom__part *a = &g->spare_parts[0].part, *b = &g->spare_parts[1].part;
  carom_manifold guess;
  bool both = a->shape.kind == CAROM__TRIANGLE && b->shape.kind == CAROM__TRIANGLE;
  bool guessed = both && carom__part_contact_guess(wholes, a, b, &guess);
  patches_add_parts(&g->patches, a, b, guessed ? &guess : &g->spare);
}

void carom__gathering_end(carom__gathering *g) {
  carom__waiting_settle(&g->waiting);
  if (!g->found && !g->waiting.added && g->has_spare) add_spare(g);
  carom__patches_end(&g->patches);
}
