/* field_layout.h: the blocks of memory that a field is, and what follows from its numbers. */
#ifndef CAROM_NARROWPHASE_FIELD_LAYOUT_H
#define CAROM_NARROWPHASE_FIELD_LAYOUT_H

#include "field_list.h"

/* A field of these terms without tiles, with a count of one; NULL when out of memory. */
carom_field *carom__field_allocate(const carom_allocator *allocator, const carom__field_terms *terms);

/* A tile of zeros in its place of the field, with a count of one; NULL when out of memory. */
carom__field_tile *carom__field_tile_allocate(const carom_allocator *allocator, const carom_field *field,
                                              uint32_t tile, carom__field_parts parts);

/* Finds the ranges of a tile whose numbers and cells are set, and its hash. */
void carom__field_tile_finish(const carom_field *field, carom__field_tile *tile);

void carom__field_tile_release(carom__field_tile *tile);

/* Finds the ranges and the hash of a field whose tiles are set. CAROM_FLAT when all cells are holes. */
carom_status carom__field_finish(carom_field *field);

/* Are terms those of a field? CAROM_OK, or as carom_field_create. */
carom_status carom__field_check_terms(const carom__field_terms *terms);

/* Is the height of a number within the range of sizes? */
static inline bool field_height_fits(const carom_field *field, float number) {
  double height = (double)field->base + (double)number * (double)field->step;
  return fabs(height) <= (double)CAROM_SIZE_MAX;
}

#endif
