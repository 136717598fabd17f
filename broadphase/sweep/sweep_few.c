/* sweep_few.c: few boxes, each compared with each: to choose a grid and to sort them would take longer. */
#include "sweep_pass.h"

#include "lanes.h"

/* So many movers, and so many that rest, at most. */
enum { MOST = 32 };

static bool overlap(const carom_aabb *a, const carom__lanes min, const carom__lanes max) {
  carom__lanes after = lanes_and(lanes_ge(lanes_load(&a->max.x), min), lanes_ge(max, lanes_load(&a->min.x)));
  return (lanes_bits(after) & 7) == 7;
}

/* Which boxes overlap cannot be predicted, hence no branch. */
static void pair_with(const carom__proxy *one, const carom__proxy *others, size_t count,
                      carom__key_list *out) {
  const carom__lanes min = lanes_load(&one->box.min.x), max = lanes_load(&one->box.max.x);
  for (size_t i = 0; i < count; i++) {
    out->data[out->count] = carom__pair_key(one->id, others[i].id);
    out->count += overlap(&others[i].box, min, max);
  }
}

bool carom__sweep_is_few(const carom__sweep_phase *phase, size_t movers) {
  return movers <= MOST && carom__rest_count(&phase->rest) <= MOST;
}

carom_status carom__sweep_few(carom__sweep_phase *phase, const carom__proxy *movers, size_t count) {
  carom__key_list *keys = &phase->keys[0];
  const size_t room = count * (count + carom__rest_count(&phase->rest));
  carom_status status = carom__array_reserve(&phase->allocator, keys, room);
  if (status) return status;
  keys->count = 0;
  for (size_t i = 0; i < count; i++) {
    pair_with(&movers[i], movers + i + 1, count - i - 1, keys);
    for (int k = 0; k < CAROM__REST_LAYERS; k++) {
      const carom__rest_layer *layer = &phase->rest.layers[k];
      pair_with(&movers[i], layer->proxies.data, layer->proxies.count, keys);
    }
  }
  return CAROM_OK;
}
