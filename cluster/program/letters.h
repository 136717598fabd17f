/* letters.h: what the ranks of the program tell each other besides the cluster: lists, to rank 0 and back.
 * All of it has a time limit, as in the cluster. */
#ifndef CLUSTER_LETTERS_H
#define CLUSTER_LETTERS_H

#include "carom_cluster/transport.h"

/* Elements of one size, which grow. Once memory is out, `failed` stays set. */
typedef struct list {
  void *data;
  size_t count, room, size; /* size: of an element */
  bool failed;
} list;

/* Makes room for one more, all zero, and returns it, or NULL. */
void *list_add(list *l);
void list_free(list *l);

typedef struct office {
  carom_transport transport;
  double patience;
} office;

/* Appends the elements of all other ranks to the list of rank 0, in the order of the ranks. False: late. */
bool office_collect(const office *o, list *l);

/* Rank 0 gives all others a word. False: late. */
bool office_announce(const office *o, uint64_t *word);

#endif
