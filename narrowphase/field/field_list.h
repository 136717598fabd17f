/* field_list.h: what a field and its tiles hold, number by number. */
#ifndef CAROM_NARROWPHASE_FIELD_LIST_H
#define CAROM_NARROWPHASE_FIELD_LIST_H

#include "field.h"

/* Which arrays a tile has. */
typedef struct carom__field_parts {
  bool holes, turned, materials;
} carom__field_parts;

/* List the terms; which arrays a tile has, and what is in them; both of these. */
void carom__field_archive_terms(carom__archive *archive, carom__field_terms *terms);
void carom__field_archive_parts(carom__archive *archive, carom__field_parts *parts);
void carom__field_archive_arrays(carom__archive *archive, carom__field_storage storage,
                                 carom__field_tile *tile);
void carom__field_archive_tile(carom__archive *archive, carom__field_storage storage,
                               carom__field_tile *tile);

/* A number as it is kept. */
uint32_t carom__field_bits(carom__field_storage storage, const void *numbers, size_t at);

static inline void field_set_number(carom__field_storage storage, void *numbers, size_t at, float number) {
  if (storage == CAROM__FIELD_FLOATS)
    ((float *)numbers)[at] = number;
  else if (storage == CAROM__FIELD_WORDS)
    ((uint16_t *)numbers)[at] = (uint16_t)number;
  else
    ((uint8_t *)numbers)[at] = (uint8_t)number;
}

static inline size_t field_tile_corners(const carom__field_tile *tile) {
  return (size_t)(tile->columns + 1) * (tile->rows + 1);
}

#endif
