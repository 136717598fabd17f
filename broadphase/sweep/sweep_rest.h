/* sweep_rest.h: the boxes that rest, in sorted lists that persist from call to call.
 *
 * Most of it is in one layer, whose lists are sorted seldom; what came lately is in another, which is sorted
 * when something comes. What goes is buried where it is: its box in the lists becomes one that nothing
 * meets. The layers are joined and sorted afresh when sorting the young one has cost as much as that will:
 * where k of n come at each call, this makes about sqrt(2 k n) boxes to be sorted. */
#ifndef CAROM_BROADPHASE_SWEEP_REST_H
#define CAROM_BROADPHASE_SWEEP_REST_H

#include "sweep_lists.h"

typedef struct carom__rest_layer {
  CAROM__ARRAY(carom__proxy) proxies; /* in any order; once sorted, `unused` is the place in the cells */
  carom__box_stats stats;             /* of about these */
  carom__kept_lists lists;
  bool sorted;   /* the lists hold the proxies, by the grid as it is */
  size_t buried; /* since they were sorted */
} carom__rest_layer;

enum { CAROM__REST_OLD, CAROM__REST_YOUNG, CAROM__REST_LAYERS };

typedef struct carom__rest {
  carom__rest_layer layers[CAROM__REST_LAYERS];
  CAROM__ARRAY(uint32_t) where; /* by id: the index in its layer, above a bit for the layer */
  size_t spent;                 /* on sorting the young layer since the old one was sorted, in boxes */
} carom__rest;

/* Adds proxies of new ids. CAROM_OUT_OF_MEMORY, or CAROM_LIMIT for more than CAROM__BOXES_MAX in all, adds
 * none. */
carom_status carom__rest_add(carom__rest *rest, const carom_allocator *allocator, const carom__proxy *proxies,
                             size_t count);
/* Removes a proxy, if there is one of that id; `grid` is that by which it was sorted. */
void carom__rest_remove(carom__rest *rest, const carom__grid *grid, uint32_t id);
size_t carom__rest_count(const carom__rest *rest);

/* Joins the layers if it is time, and brings their statistics up to date. */
carom_status carom__rest_prepare(carom__rest *rest, const carom_allocator *allocator);
/* Tells that the grid has changed. */
void carom__rest_unsort(carom__rest *rest);
/* Tells that the lists of a layer now hold its proxies, which lie in these cells. */
void carom__rest_sorted(carom__rest_layer *layer, const carom__cells *cells);
void carom__rest_free(carom__rest *rest, const carom_allocator *allocator);

#endif
