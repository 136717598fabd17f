/* field_list.c: lists what a field and its tiles hold, for archives and hashes. */
#include "field_list.h"

#include "arithmetic.h"

uint32_t carom__field_bits(carom__field_storage storage, const void *numbers, size_t at) {
  if (storage == CAROM__FIELD_FLOATS) return float_bits(((const float *)numbers)[at]);
  return (uint32_t)field_number(storage, numbers, at);
}

static void set_bits(carom__field_storage storage, void *numbers, size_t at, uint32_t bits) {
  if (storage == CAROM__FIELD_FLOATS)
    memcpy((float *)numbers + at, &bits, sizeof bits);
  else
    field_set_number(storage, numbers, at, (float)bits);
}

/* One, two or four numbers a word, the first one lowest. */
static void archive_numbers(carom__archive *archive, carom__field_storage storage, void *numbers,
                            size_t count) {
  size_t each = storage == CAROM__FIELD_FLOATS ? 1 : storage == CAROM__FIELD_WORDS ? 2 : 4;
  uint32_t bits = 32 / (uint32_t)each, mask = UINT32_MAX >> (32 - bits);
  for (size_t i = 0; i < count; i += each) {
    size_t here = count - i < each ? count - i : each;
    uint32_t word = 0;
    for (size_t k = 0; k < here; k++)
      word |= carom__field_bits(storage, numbers, i + k) << (bits * (uint32_t)k);
    carom__archive_u32(archive, &word);
    if (!archive->in) continue;
    for (size_t k = 0; k < here; k++) set_bits(storage, numbers, i + k, word >> (bits * (uint32_t)k) & mask);
    archive_expect(archive, here == each || word >> (bits * (uint32_t)here) == 0);
  }
}

static void archive_words(carom__archive *archive, uint64_t *words, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) carom__archive_u64(archive, &words[i]);
}

void carom__field_archive_parts(carom__archive *archive, carom__field_parts *parts) {
  uint32_t word = parts->holes | (uint32_t)parts->turned << 1 | (uint32_t)parts->materials << 2;
  carom__archive_u32(archive, &word);
  archive_expect(archive, word < 8);
  *parts = (carom__field_parts){word & 1, word & 2, word & 4};
}

void carom__field_archive_arrays(carom__archive *archive, carom__field_storage storage,
                                 carom__field_tile *tile) {
  archive_numbers(archive, storage, tile->numbers, field_tile_corners(tile));
  if (tile->holes) archive_words(archive, tile->holes, tile->rows);
  if (tile->turned) archive_words(archive, tile->turned, tile->rows);
  if (tile->materials)
    archive_numbers(archive, CAROM__FIELD_BYTES, tile->materials, (size_t)tile->columns * tile->rows);
}

void carom__field_archive_tile(carom__archive *archive, carom__field_storage storage,
                               carom__field_tile *tile) {
  carom__field_parts parts = {tile->holes, tile->turned, tile->materials};
  carom__field_archive_parts(archive, &parts);
  carom__field_archive_arrays(archive, storage, tile);
}

void carom__field_archive_terms(carom__archive *archive, carom__field_terms *t) {
  uint32_t format = (uint32_t)t->format, sides = (uint32_t)t->sides, turned = t->turned;
  float *sizes[] = {&t->spacing[0], &t->spacing[1], &t->scale, &t->offset, &t->low, &t->high, &t->depth};
  carom__archive_u32(archive, &t->columns);
  carom__archive_u32(archive, &t->rows);
  carom__archive_u32(archive, &format);
  carom__archive_u32(archive, &sides);
  carom__archive_u32(archive, &turned);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) carom__archive_f32(archive, sizes[i]);
  archive_expect(archive, turned <= 1);
  if (!archive->in) return;
  t->format = (carom_field_format)format;
  t->sides = (carom_mesh_sides)sides;
  t->turned = turned;
}
