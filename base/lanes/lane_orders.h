/* lane_orders.h: a table of the positions of the set bits in each byte. */
#ifndef CAROM_BASE_LANE_ORDERS_H
#define CAROM_BASE_LANE_ORDERS_H

#include <stdint.h>

/* For each byte the places of its bits that are set, ascending, as octal digits, the first one lowest. */
extern const uint32_t carom__lane_orders[256];

#endif
