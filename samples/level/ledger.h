/* ledger.h: the books of begins and ends: whatever happens, every BEGIN must have one END. */
#ifndef LEVEL_LEDGER_H
#define LEVEL_LEDGER_H

#include "scene.h"

/* What was delivered for which pair, in order of delivery. */
typedef struct ledger_entry {
  uint64_t key;
  size_t turn;
  carom_event_kind kind;
} ledger_entry;

typedef struct ledger {
  ledger_entry *entries;
  size_t count, capacity;
  uint64_t begins, stays, ends;
} ledger;

/* Adds a handler of all events to a world; false when the world refuses it. */
bool ledger_start(ledger *l, carom_world *world);

/* After the world was cleared: tells whether for each pair BEGIN and END took turns and END was the last;
 * prints the first pair of which it is not true. */
bool ledger_balances(ledger *l);

void ledger_free(ledger *l);

#endif
