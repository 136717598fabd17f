/* coherent.c: the broad phase that makes use of temporal coherence: the sweep, asked about few.
 *
 * What moves by little at each call has much the same pairs. So each mover gets a fat box, larger by a margin
 * (Catto, 2009), the pairs of the fat boxes are kept, and a call sweeps only those that have strayed out of
 * theirs; which of the kept pairs overlap is then seen pair by pair. In the sweep the fat boxes rest. Where
 * too many stray, nothing is kept and all are swept at each call. The way changes the time only, never the
 * result. */
#include <string.h>

#include "bits.h"
#include "broadphase.h"
#include "lanes.h"
#include "tasks.h"
#include "pose.h"
#include "prefetch.h"
#include "sweep_pass.h"

/* On each side, in lengths of the longest side. */
#define FAT_MARGIN 0.125f

/* Keeping begins after some calls at each of which nearly all of some samples moved so little that they would
 * stay in their fat boxes for eight calls, and ends when one of four movers strays at once. */
#define CALM_MARGIN (FAT_MARGIN / 8)
enum { SAMPLES = 16, SAMPLES_CALM = 15, CALM_CALLS = 4, STRAYS_OF = 4 };

typedef struct coherent_phase {
  carom_allocator allocator;
  carom__broadphase *sweep;
  size_t ids; /* above all there ever were */
  /* By id: as they are, of what rests, which `unused` tells, and of the movers while some are kept. */
  CAROM__ARRAY(carom__proxy) boxes;
  CAROM__ARRAY(carom_aabb) fat; /* of what is kept */
  carom__bits kept;
  carom__bits present; /* the movers of this call */
  carom__bits stale;   /* strayed or gone: what `pairs` has of them is void */

  size_t kept_count;
  bool changed;                      /* `pairs` is not yet what is kept */
  carom__pairs pairs;                /* of fat boxes with each other and with what rests */
  carom__pairs found, joined;        /* of those that strayed; and both in one */
  carom__pairs room;                 /* for pairs that parts take out of each other's way */
  CAROM__ARRAY(uint32_t) strayed;    /* which movers of this call have strayed ... */
  CAROM__ARRAY(carom__proxy) strays; /* ... and their new fat boxes */
  carom__proxy samples[SAMPLES];     /* movers of the last call */
  int calm_calls;
} coherent_phase;

static carom_status coherent_create(const carom_allocator *allocator, carom__broadphase **out) {
  coherent_phase *c = carom__alloc(allocator, sizeof *c);
  if (!c) return CAROM_OUT_OF_MEMORY;
  memset(c, 0, sizeof *c);
  if (allocator) c->allocator = *allocator;
  carom_status status = carom__broadphase_sweep.create(allocator, &c->sweep);
  if (status)
    carom__free(allocator, c, sizeof *c);
  else
    *out = (carom__broadphase *)c;
  return status;
}

static void coherent_destroy(carom__broadphase *broadphase) {
  coherent_phase *c = (coherent_phase *)broadphase;
  if (!c) return;
  carom_allocator allocator = c->allocator;
  carom__broadphase_sweep.destroy(c->sweep);
  carom__array_free(&allocator, &c->boxes);
  carom__array_free(&allocator, &c->fat);
  carom__bits_free(&c->kept, &allocator);
  carom__bits_free(&c->present, &allocator);
  carom__bits_free(&c->stale, &allocator);
  carom__array_free(&allocator, &c->pairs);
  carom__array_free(&allocator, &c->found);
  carom__array_free(&allocator, &c->joined);
  carom__array_free(&allocator, &c->room);
  carom__array_free(&allocator, &c->strayed);
  carom__array_free(&allocator, &c->strays);
  carom__free(&allocator, c, sizeof *c);
}

static bool has(const carom__bits *set, uint32_t id) {
  return id / 64 < set->words.count && bits_test(set, id);
}

static size_t greater_size(size_t a, size_t b) { return a > b ? a : b; }

/* What is above all ids of some proxies. */
typedef struct ids_look {
  const carom__proxy *proxies;
  size_t ids[CAROM__PARTS_MAX];
} ids_look;

static void see_ids_of_part(void *context, uint32_t part, size_t begin, size_t end) {
  ids_look *look = context;
  size_t ids = 0;
  for (size_t i = begin; i < end; i++) ids = greater_size(ids, (size_t)look->proxies[i].id + 1);
  look->ids[part] = ids;
}

static void see_ids(coherent_phase *c, const carom_tasks *tasks, const carom__proxy *proxies, size_t count) {
  ids_look look = {.proxies = proxies};
  const uint32_t parts = carom__part_count_light(tasks, count);
  carom__run_ranges(tasks, parts, count, see_ids_of_part, &look);
  for (uint32_t part = 0; part < parts; part++) c->ids = greater_size(c->ids, look.ids[part]);
}

/* Makes room for the boxes of all ids, of which none rests, and for the marks on their pairs. */
static carom_status reserve_boxes(coherent_phase *c) {
  carom_status status = carom__array_reserve(&c->allocator, &c->boxes, c->ids);
  if (!status) status = carom__bits_reserve(&c->stale, &c->allocator, c->ids);
  if (status) return status;
  while (c->boxes.count < c->ids) carom__array_push(&c->boxes, (carom__proxy){.unused = false});
  carom__bits_extend(&c->stale, c->ids);
  return CAROM_OK;
}

/* --- What is kept --- */

/* Sizes at which floats end get no margin, which is to stay finite. */
static carom_aabb fattened(const carom_aabb *box, float margin) {
  carom_vec3 size = vec3_sub(box->max, box->min);
  float longest = size.x > size.y ? size.x : size.y;
  float by = (longest > size.z ? longest : size.z) * margin;
  if (!(by < 1e30f)) by = 0;
  return (carom_aabb){vec3_sub(box->min, vec3(by, by, by)), vec3_add(box->max, vec3(by, by, by))};
}

static bool contains(const carom_aabb *outer, const carom_aabb *inner) {
  return (outer->min.x <= inner->min.x) & (outer->min.y <= inner->min.y) & (outer->min.z <= inner->min.z) &
         (outer->max.x >= inner->max.x) & (outer->max.y >= inner->max.y) & (outer->max.z >= inner->max.z);
}

static bool is_in_fat_box(const coherent_phase *c, const carom__proxy *proxy) {
  return has(&c->kept, proxy->id) && contains(&c->fat.data[proxy->id], &proxy->box);
}

/* Its fat box no longer counts. */
static void forget(coherent_phase *c, uint32_t id) {
  carom__broadphase_sweep.wake(c->sweep, id);
  bits_clear(&c->kept, id);
  c->kept_count--;
}

/* Nor do its pairs. */
static void void_pairs(coherent_phase *c, uint32_t id) {
  bits_set(&c->stale, id);
  c->changed = true;
}

/* Who is calm has to show it again. */
static void forget_all(coherent_phase *c) {
  uint32_t id;
  if (c->kept_count > 0) c->calm_calls = 0;
  for (carom__bits_walk walk = bits_walk_all(&c->kept); c->kept_count > 0 && bits_next(&walk, &id);)
    forget(c, id);
  carom__bits_clear_all(&c->stale);
  c->pairs.count = 0;
  c->changed = false;
}

/* Forgets those that do not move any more and have not come to rest either. */
static void forget_absent(coherent_phase *c, const carom__proxy *movers, size_t count) {
  uint32_t id;
  carom__bits_clear_all(&c->present);
  for (size_t i = 0; i < count; i++) bits_set(&c->present, movers[i].id);
  for (carom__bits_walk walk = bits_walk_all(&c->kept); bits_next(&walk, &id);) {
    if (bits_test(&c->present, id)) continue;
    forget(c, id);
    void_pairs(c, id);
  }
}

/* --- One call, some being kept --- */

static carom_status reserve(coherent_phase *c, size_t movers) {
  const carom_allocator *allocator = &c->allocator;
  carom_status status = reserve_boxes(c);
  if (!status) status = carom__array_reserve(allocator, &c->fat, c->ids);
  if (!status) status = carom__bits_reserve(&c->kept, allocator, c->ids);
  if (!status) status = carom__bits_reserve(&c->present, allocator, c->ids);
  if (!status) status = carom__array_reserve(allocator, &c->strayed, movers);
  if (status) return status;
  carom__bits_extend(&c->kept, c->ids);
  carom__bits_extend(&c->present, c->ids);
  return CAROM_OK;
}

/* Looking at all movers, in parts. */
typedef struct movers_look {
  coherent_phase *c;
  const carom__proxy *movers;
  carom__found strays[CAROM__PARTS_MAX];
  size_t kept[CAROM__PARTS_MAX]; /* how many are kept, strays or not */
} movers_look;

static void look_at_part(void *context, uint32_t part, size_t begin, size_t end) {
  movers_look *l = context;
  coherent_phase *c = l->c;
  size_t strays = 0, kept = 0;
  for (size_t i = begin; i < end; i++) {
    uint32_t id = l->movers[i].id;
    c->boxes.data[id] = (carom__proxy){l->movers[i].box, id, false};
    kept += bits_test(&c->kept, id);
    if (is_in_fat_box(c, &l->movers[i])) continue;
    c->strayed.data[begin + strays++] = (uint32_t)i;
  }
  l->strays[part] = (carom__found){begin, strays};
  l->kept[part] = kept;
}

/* Lists the movers that are not in a fat box, and forgets who is absent. */
static void look_at_all(coherent_phase *c, const carom_tasks *tasks, const carom__proxy *movers,
                        size_t count) {
  movers_look l = {.c = c, .movers = movers};
  uint32_t parts = carom__part_count_light(tasks, count);
  size_t kept = 0;
  carom__run_ranges(tasks, parts, count, look_at_part, &l);
  c->strayed.count = carom__found_join(l.strays, parts, c->strayed.data, sizeof *c->strayed.data);
  for (uint32_t part = 0; part < parts; part++) kept += l.kept[part];
  if (kept < c->kept_count) forget_absent(c, movers, count);
}

/* Makes the fat boxes of those that have strayed. */
static carom_status fatten_strays(coherent_phase *c, const carom__proxy *movers) {
  const size_t count = c->strays.count = c->strayed.count;
  carom_status status = carom__array_reserve_lean(&c->allocator, &c->strays, count);
  for (size_t i = 0; i < count && !status; i++) {
    const carom__proxy *mover = &movers[c->strayed.data[i]];
    c->strays.data[i] = (carom__proxy){fattened(&mover->box, FAT_MARGIN), mover->id, 0};
  }
  return status;
}

/* Finds the pairs of the strays, which are kept from here on. */
static carom_status take_strays(coherent_phase *c, const carom_tasks *tasks, const carom__proxy *movers) {
  carom_status status = fatten_strays(c, movers);
  if (status) return status;
  const carom__proxy *strays = c->strays.data;
  size_t count = c->strays.count;
  for (size_t i = 0; i < count; i++) {
    if (bits_test(&c->kept, strays[i].id)) forget(c, strays[i].id);
    void_pairs(c, strays[i].id);
  }
  status = carom__broadphase_sweep.find_pairs(c->sweep, tasks, strays, count, &c->found);
  if (!status) status = carom__broadphase_sweep.rest(c->sweep, strays, count);
  for (size_t i = 0; i < count && !status; i++) {
    c->fat.data[strays[i].id] = strays[i].box;
    bits_set(&c->kept, strays[i].id);
    c->kept_count++;
  }
  return status;
}

static bool comes_before(carom__pair p, carom__pair q) { return p.a < q.a || (p.a == q.a && p.b < q.b); }

/* Joins what was kept of those that are still where they were with what was found of those that are not. */
static void join_found(const coherent_phase *c, carom__pairs *out) {
  const carom__pairs *found = &c->found;
  size_t j = 0;
  out->count = 0;
  for (size_t i = 0; i < c->pairs.count; i++) {
    carom__pair pair = c->pairs.data[i];
    if (bits_test(&c->stale, pair.a) || bits_test(&c->stale, pair.b)) continue;
    while (j < found->count && comes_before(found->data[j], pair)) carom__array_push(out, found->data[j++]);
    carom__array_push(out, pair);
  }
  while (j < found->count) carom__array_push(out, found->data[j++]);
}

static void exchange(carom__pairs *a, carom__pairs *b) {
  carom__pairs old = *a;
  *a = *b;
  *b = old;
}

static carom_status update_pairs(coherent_phase *c) {
  if (!c->changed) return CAROM_OK;
  if (c->pairs.count == 0) {
    exchange(&c->pairs, &c->found);
  } else {
    carom_status status = carom__array_reserve(&c->allocator, &c->joined, c->pairs.count + c->found.count);
    if (status) return status;
    join_found(c, &c->joined);
    exchange(&c->pairs, &c->joined);
  }
  carom__bits_clear_all(&c->stale);
  c->changed = false;
  return CAROM_OK;
}

/* Do the boxes overlap, and does one of the two move? Which ones do cannot be predicted, hence no branch. */
static bool is_pair(const carom__proxy *a, const carom__proxy *b) {
  carom__lanes a_after = lanes_ge(lanes_load(&a->box.max.x), lanes_load(&b->box.min.x));
  carom__lanes b_after = lanes_ge(lanes_load(&b->box.max.x), lanes_load(&a->box.min.x));
  return ((lanes_bits(lanes_and(a_after, b_after)) & 7) == 7) & !(a->unused & b->unused);
}

/* Choosing the kept pairs whose boxes overlap, in parts. */
typedef struct selection {
  const coherent_phase *c;
  carom__pair *out;
  carom__found found[CAROM__PARTS_MAX];
} selection;

static void select_part(void *context, uint32_t part, size_t begin, size_t end) {
  enum { AHEAD = 8 };
  selection *s = context;
  const coherent_phase *c = s->c;
  const carom__pair *pairs = c->pairs.data;
  const carom__proxy *boxes = c->boxes.data;
  carom__pair *out = s->out + begin;
  size_t count = 0;
  for (size_t i = begin; i < end; i++) {
    carom__pair pair = pairs[i];
    if (i + AHEAD < end) carom__prefetch(&boxes[pairs[i + AHEAD].b], sizeof *boxes);
    out[count] = pair;
    count += is_pair(&boxes[pair.a], &boxes[pair.b]);
  }
  s->found[part] = (carom__found){begin, count};
}

static carom_status select_pairs(coherent_phase *c, const carom_tasks *tasks, carom__pairs *out) {
  size_t count = c->pairs.count;
  if (count == 0) return CAROM_OK;
  uint32_t parts = carom__part_count_light(tasks, count);
  carom_status status = carom__array_reserve(&c->allocator, out, count);
  if (status) return status;
  selection s = {.c = c, .out = out->data};
  carom__run_ranges(tasks, parts, count, select_part, &s);
  status = carom__array_reserve(&c->allocator, &c->room, carom__found_overlap(s.found, parts));
  if (status) return status;
  const carom__filled filled = {out->data, sizeof *out->data, c->room.data};
  out->count = carom__found_join_shared(tasks, s.found, parts, &filled, 1);
  return CAROM_OK;
}

/* Few will stray in the next calls: what all took is given back. */
static void free_scratch(coherent_phase *c) {
  carom__array_free(&c->allocator, &c->strays);
  carom__sweep_free_scratch((carom__sweep_phase *)c->sweep);
}

/* False when it does not pay, or memory does not suffice: then nothing of it counts. */
static bool find_by_kept(coherent_phase *c, const carom_tasks *tasks, const carom__proxy *movers,
                         size_t count, carom__pairs *out) {
  const bool first = c->kept_count == 0;
  const size_t most = first ? count : count / STRAYS_OF;
  see_ids(c, tasks, movers, count);
  if (reserve(c, count)) return false;
  look_at_all(c, tasks, movers, count);
  if (c->strayed.count > most || take_strays(c, tasks, movers) || update_pairs(c)) return false;
  if (first) free_scratch(c);
  return !select_pairs(c, tasks, out);
}

/* --- The class --- */

/* The mover of this id, when ids ascend. */
static const carom__proxy *find_mover(const carom__proxy *movers, size_t count, uint32_t id) {
  size_t low = 0, high = count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (movers[middle].id <= id)
      low = middle;
    else
      high = middle;
  }
  return movers[low].id == id ? &movers[low] : NULL;
}

/* Have nearly all samples hardly moved, for some calls? Where ids do not ascend, nobody is found and nothing
 * is ever kept. */
static bool is_calm(coherent_phase *c, const carom__proxy *movers, size_t count) {
  int calm = 0;
  for (size_t k = 0; k < SAMPLES; k++) {
    const carom__proxy *now = find_mover(movers, count, c->samples[k].id);
    carom_aabb around = fattened(&c->samples[k].box, CALM_MARGIN);
    calm += now && contains(&around, &now->box);
  }
  for (size_t k = 0; k < SAMPLES; k++) c->samples[k] = movers[k * count / SAMPLES];
  c->calm_calls = calm < SAMPLES_CALM ? 0 : c->calm_calls + 1;
  return c->calm_calls >= CALM_CALLS;
}

/* What comes to rest inside its fat box leaves the kept pairs as they are. Others would have to be found by
 * all that is kept. */
static carom_status coherent_rest(carom__broadphase *broadphase, const carom__proxy *proxies, size_t count) {
  coherent_phase *c = (coherent_phase *)broadphase;
  see_ids(c, NULL, proxies, count);
  carom_status status = reserve_boxes(c);
  if (status) return status;
  bool known = true;
  for (size_t i = 0; i < count; i++) known = known && is_in_fat_box(c, &proxies[i]);
  if (!known) forget_all(c);
  for (size_t i = 0; i < count && known; i++) forget(c, proxies[i].id);
  status = carom__broadphase_sweep.rest(c->sweep, proxies, count);
  for (size_t i = 0; i < count && status; i++) void_pairs(c, proxies[i].id);
  for (size_t i = 0; i < count && !status; i++)
    c->boxes.data[proxies[i].id] = (carom__proxy){proxies[i].box, proxies[i].id, true};
  return status;
}

static void coherent_wake(carom__broadphase *broadphase, uint32_t id) {
  coherent_phase *c = (coherent_phase *)broadphase;
  if (id >= c->boxes.count || !c->boxes.data[id].unused) return;
  c->boxes.data[id].unused = false;
  carom__broadphase_sweep.wake(c->sweep, id);
  void_pairs(c, id);
}

static carom_status coherent_find_pairs(carom__broadphase *broadphase, const carom_tasks *tasks,
                                        const carom__proxy *movers, size_t count, carom__pairs *out) {
  coherent_phase *c = (coherent_phase *)broadphase;
  out->count = 0;
  if (count == 0) return CAROM_OK;
  if (c->kept_count > 0 || is_calm(c, movers, count)) {
    if (find_by_kept(c, tasks, movers, count, out)) return CAROM_OK;
    forget_all(c);
  }
  return carom__broadphase_sweep.find_pairs(c->sweep, tasks, movers, count, out);
}

size_t carom__coherent_kept(const carom__broadphase *broadphase) {
  return ((const coherent_phase *)broadphase)->kept_count;
}

static bool coherent_cells_around(const carom__broadphase *broadphase, const carom_aabb *bounds,
                                  carom_aabb *out) {
  const coherent_phase *c = (const coherent_phase *)broadphase;
  return carom__broadphase_sweep.cells_around(c->sweep, bounds, out);
}

const carom__broadphase_class carom__broadphase_coherent = {
    "coherent",    coherent_create,     coherent_destroy,     coherent_rest,
    coherent_wake, coherent_find_pairs, coherent_cells_around};
