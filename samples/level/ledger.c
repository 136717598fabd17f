/* ledger.c: writes down each BEGIN and END as the handler gets it, and at the end goes through them pair by
 * pair. */
#include "ledger.h"

#include <inttypes.h>

#include "memory.h"
#include "pairs.h"

static void write_entry(ledger *l, const carom_event *event) {
  const carom_contact *c = event->contact;
  l->entries = memory_grow(l->entries, l->count, &l->capacity, sizeof *l->entries);
  uint64_t key = pair_key(c->a.collider_user, c->b.collider_user);
  l->entries[l->count] = (ledger_entry){key, l->count, event->kind};
  l->count++;
}

static void on_event(void *user, carom_world *world, const carom_event *event) {
  ledger *l = user;
  (void)world;
  switch (event->kind) {
  case CAROM_EVENT_BEGIN:
    l->begins++;
    break;
  case CAROM_EVENT_STAY:
    l->stays++;
    return;
  case CAROM_EVENT_END:
    l->ends++;
    break;
  default: /* of margins */
    return;
  }
  write_entry(l, event);
}

bool ledger_start(ledger *l, carom_world *world) {
  *l = (ledger){0};
  uint32_t all = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END;
  return carom_handler_add(world, &(carom_handler_def){.callback = on_event, .user = l, .events = all})
             .bits != 0;
}

static int by_pair_then_turn(const void *a, const void *b) {
  const ledger_entry *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->turn > y->turn) - (x->turn < y->turn);
}

/* Sorted by pair and turn, the entries must read begin end, begin end, ... */
bool ledger_balances(ledger *l) {
  if (l->count) qsort(l->entries, l->count, sizeof *l->entries, by_pair_then_turn);
  for (size_t i = 0; i < l->count; i++) {
    const ledger_entry *entry = &l->entries[i];
    bool is_end = i % 2 == 1;
    bool in_turn = entry->kind == (is_end ? CAROM_EVENT_END : CAROM_EVENT_BEGIN);
    bool has_partner = is_end ? entry[-1].key == entry->key : i + 1 < l->count;
    if (in_turn && has_partner) continue;
    fprintf(stderr, "the pair %" PRIu64 "-%" PRIu64 " has a %s out of turn\n", entry->key >> 32,
            entry->key & UINT32_MAX, carom_event_kind_name(entry->kind));
    return false;
  }
  return true;
}

void ledger_free(ledger *l) { free(l->entries); }
