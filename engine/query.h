/* query.h: what the world's queries share: filters. */
#ifndef CAROM_ENGINE_QUERY_H
#define CAROM_ENGINE_QUERY_H

#include "objects.h"

/* Does a query look at this collider? The predicate is asked last, for what the query would report. */
bool carom__query_wants(const carom_world *world, uint32_t collider, const carom_query_filter *filter);
bool carom__query_accepts(const carom_world *world, uint32_t collider, const carom_query_filter *filter);

#endif
