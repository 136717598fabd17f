/* array.h: a growable array of plain values.
 *
 * An array is a struct { T *data; size_t count, capacity; } declared with CAROM__ARRAY(T). The growing is
 * done by functions on the untyped header, so that only the element's type is a macro. Growth is geometric; a
 * refused growth leaves the array as it was. The data begins on a cache line, so only these functions may
 * make and free it. */
#ifndef CAROM_BASE_ARRAY_H
#define CAROM_BASE_ARRAY_H

#include "alloc.h"
#include "carom/status.h"

#define CAROM__ARRAY(T)                                                                                      \
  struct {                                                                                                   \
    T *data;                                                                                                 \
    size_t count, capacity;                                                                                  \
  }

/* Makes room for `capacity` elements in all: CAROM_OK or CAROM_OUT_OF_MEMORY. `array` points to any
 * CAROM__ARRAY. */
#define carom__array_reserve(allocator, array, want)                                                         \
  carom__array_reserve_bytes((allocator), (void **)&(array)->data, &(array)->capacity,                       \
                             sizeof *(array)->data, (want))
/* The same with a sixteenth more at most, for what is filled anew in each step, as often as it may grow then.
 */
#define carom__array_reserve_lean(allocator, array, want)                                                    \
  carom__array_reserve_lean_bytes((allocator), (void **)&(array)->data, &(array)->capacity,                  \
                                  sizeof *(array)->data, (want))
/* Gives all memory back and leaves an empty array. */
#define carom__array_free(allocator, array)                                                                  \
  (carom__array_free_bytes((allocator), (array)->data, (array)->capacity * sizeof *(array)->data),           \
   (array)->data = NULL, (array)->count = (array)->capacity = 0)
/* Appends one value to an array that has room for it. */
#define carom__array_push(array, value) ((array)->data[(array)->count++] = (value))

carom_status carom__array_reserve_bytes(const carom_allocator *allocator, void **data, size_t *capacity,
                                        size_t element, size_t want);
carom_status carom__array_reserve_lean_bytes(const carom_allocator *allocator, void **data, size_t *capacity,
                                             size_t element, size_t want);
void carom__array_free_bytes(const carom_allocator *allocator, void *data, size_t size);

#endif
