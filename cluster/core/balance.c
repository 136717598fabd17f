/* balance.c: cuts that move to where the cost of both sides is as the numbers of ranks.
 *
 * Every cut has a tally: the cost of the bodies below and above it, and how much of that lies near. Tallies
 * are added up along a binomial tree to rank 0, which moves the cuts and sends them to all. The next step has
 * the old cuts still, but ghosts for both: whoever gets a body by a moved cut has had all that it touched. */
#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Costs in tenths of what a body takes. A contact of two own bodies is shared by them. */
enum { COST_BODY = 10, COST_CONTACT = 22 };

/* A cut moves by at most this part of the reach in a step, so that few bodies change their owners. */
#define PART_MOST 0.5

/* Before the first step cuts move freely: by the width of space, and then by half as much, again and again.
 */
enum { FREE_ROUNDS = 16 };

enum { BINS = 8 };
typedef struct tally {
  uint64_t side[2];       /* below and above the cut */
  uint64_t near[2][BINS]; /* within so many parts of what the cut may move by */
} tally;

/* --- What bodies cost --- */

static const thing *own_side(const carom_cluster *c, const carom_contact_side *side) {
  const thing *t = carom_body_get_user(c->world, side->body);
  return t && !t->is_static && t->owner == c->transport.rank ? t : NULL;
}

static void add_costs(const carom_cluster *c, uint32_t *costs) {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(c->world, &count);
  for (size_t i = 0; i < c->own_count; i++) costs[i] = COST_BODY;
  for (size_t i = 0; i < count; i++) {
    const thing *a = own_side(c, &contacts[i].a), *b = own_side(c, &contacts[i].b);
    const uint32_t share = COST_CONTACT / (a && b ? 2 : 1);
    if (a) costs[a->place] += share;
    if (b) costs[b->place] += share;
  }
}

static void add(const carom_cluster *c, tally *all, carom_pos position, uint64_t cost, double most) {
  uint32_t low = 0, high = c->transport.count;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    const cut *k = &c->cuts[middle - 1];
    tally *t = &all[middle - 1];
    const double above = carom__blocks_along(position, k->axis) - k->at;
    const double bin = fabs(above) * (BINS / most);
    const int side = above >= 0;
    t->side[side] += cost;
    if (bin < BINS) t->near[side][(int)bin] += cost;
    if (side)
      low = middle;
    else
      high = middle;
  }
}

/* --- The sum over all ranks --- */

static void write_tallies(const tally *all, uint32_t count, bytes_out *out) {
  for (uint32_t i = 0; i + 1 < count; i++) {
    if (!(all[i].side[0] | all[i].side[1])) continue;
    carom__bytes_put(out, &i, sizeof i);
    carom__bytes_put(out, &all[i], sizeof all[i]);
  }
}

static void merge(tally *to, const tally *from) {
  for (int side = 0; side < 2; side++) {
    to->side[side] += from->side[side];
    for (int k = 0; k < BINS; k++) to->near[side][k] += from->near[side][k];
  }
}

static bool read_tallies(tally *all, uint32_t count, const void *bytes, size_t size) {
  bytes_in in = {.data = bytes, .size = size};
  while (in.at < in.size && !in.failed) {
    const uint32_t i = carom__bytes_get_count(&in);
    tally t;
    carom__bytes_get(&in, &t, sizeof t);
    if (in.failed || i + 1 >= count) return false;
    merge(&all[i], &t);
  }
  return !in.failed;
}

/* Rank 0 then has the sums. */
static bool collect(const carom_cluster *c, tally *all) {
  const carom_transport *t = &c->transport;
  for (uint32_t k = 1; k < t->count; k *= 2) {
    if (t->rank & k) {
      bytes_out out = {0};
      write_tallies(all, t->count, &out);
      const bool fine = !out.failed && t->post(t->user, t->rank - k, out.data, out.size);
      carom__bytes_free(&out);
      return fine;
    }
    void *bytes;
    size_t size;
    if (t->rank + k >= t->count) continue;
    if (!t->take(t->user, t->rank + k, c->patience, &bytes, &size)) return false;
    const bool fine = read_tallies(all, t->count, bytes, size);
    t->release(t->user, bytes);
    if (!fine) return false;
  }
  return true;
}

/* --- Where the cuts go --- */

/* Of the ranks low..high - 1, whose cut this is, those below are to have their share of the cost. */
static double aim(const tally *t, double at, double share, double most) {
  const double all = (double)t->side[0] + (double)t->side[1];
  const double excess = (double)t->side[0] - all * share;
  const uint64_t *near = t->near[excess < 0];
  double left = fabs(excess), by = 0;
  for (int k = 0; k < BINS && left > 0; k++) {
    const double cost = (double)near[k];
    by += cost > left ? left / cost : 1;
    left -= cost;
  }
  by *= most / BINS;
  return excess < 0 ? at + by : at - by;
}

/* Writes new cuts, and returns the highest cost of a rank. */
static uint64_t move(const cut *cuts, const tally *all, uint32_t low, uint32_t high, double most, cut *out) {
  const uint32_t middle = low + (high - low) / 2;
  const tally *t = &all[middle - 1];
  const double share = (double)(middle - low) / (double)(high - low);
  out[middle - 1] = (cut){aim(t, cuts[middle - 1].at, share, most), cuts[middle - 1].axis};
  const uint64_t below = middle - low > 1 ? move(cuts, all, low, middle, most, out) : t->side[0];
  const uint64_t above = high - middle > 1 ? move(cuts, all, middle, high, most, out) : t->side[1];
  return below > above ? below : above;
}

/* What rank 0 sends to all: how uneven the costs are, and where the cuts go, if they move. */
static void judge(const carom_cluster *c, const tally *all, double above, double most, bytes_out *out) {
  const uint32_t count = c->transport.count;
  const tally *top = &all[count / 2 - 1];
  const uint64_t worst = move(c->cuts, all, 0, count, most, c->coming);
  const double sum = (double)top->side[0] + (double)top->side[1];
  const double imbalance = sum > 0 ? (double)worst * count / sum : 1;
  carom__bytes_put(out, &imbalance, sizeof imbalance);
  for (uint32_t i = 0; i + 1 < count && imbalance > above; i++)
    carom__bytes_put(out, &c->coming[i].at, sizeof c->coming[i].at);
}

static bool obey(carom_cluster *c, const bytes_out *out) {
  bytes_in in = {.data = out->data, .size = out->size};
  const uint32_t count = c->transport.count;
  carom__bytes_get(&in, &c->counts.imbalance, sizeof c->counts.imbalance);
  memcpy(c->coming, c->cuts, count * sizeof *c->cuts);
  const bool moves = in.at < in.size;
  bool sound = true;
  for (uint32_t i = 0; i + 1 < count && moves; i++) {
    carom__bytes_get(&in, &c->coming[i].at, sizeof c->coming[i].at);
    sound = sound && isfinite(c->coming[i].at);
  }
  return sound && !in.failed && in.at == in.size;
}

/* --- The call --- */

static bool agree(carom_cluster *c, const uint32_t *costs, double above, double most) {
  tally *all = calloc(c->transport.count, sizeof *all);
  bytes_out out = {0};
  if (all)
    for (size_t i = 0; i < c->own_count; i++) add(c, all, c->own[i]->start, costs[i], most);
  bool fine = all && collect(c, all);
  if (fine && c->transport.rank == 0) judge(c, all, above, most, &out);
  fine = fine && carom__mail_spread(&c->transport, c->patience, &out) && obey(c, &out);
  carom__bytes_free(&out);
  free(all);
  return fine;
}

/* Nothing has been told yet, so that the owners do not matter. */
static bool agree_freely(carom_cluster *c, const uint32_t *costs, double above) {
  double most = c->width;
  for (int round = 0; round < FREE_ROUNDS; round++, most /= 2) {
    if (!agree(c, costs, above, fmax(most, c->reach * 0x1p-10))) return false;
    if (!(c->counts.imbalance > above)) return true;
    memcpy(c->cuts, c->coming, c->transport.count * sizeof *c->cuts);
  }
  return true;
}

carom_cluster_status carom_cluster_balance(carom_cluster *c, double above) {
  if (c->status) return c->status;
  if (c->handling) return CAROM_CLUSTER_BUSY;
  if (!(above >= 1 && isfinite(above))) return CAROM_CLUSTER_REFUSED;
  c->counts.imbalance = 1;
  if (c->transport.count == 1) return CAROM_CLUSTER_OK;
  uint32_t *costs = malloc((c->own_count + 1) * sizeof *costs);
  if (!costs) return carom__end(c, CAROM_CLUSTER_BROKEN);
  add_costs(c, costs);
  const bool fine =
      c->counts.steps ? agree(c, costs, above, c->reach * PART_MOST) : agree_freely(c, costs, above);
  free(costs);
  if (!fine) return carom__end(c, CAROM_CLUSTER_BROKEN);
  if (!c->counts.steps) memcpy(c->past, c->cuts, c->transport.count * sizeof *c->cuts);
  carom__peers_find(c);
  return CAROM_CLUSTER_OK;
}
