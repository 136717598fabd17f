/* carom/common.h: the export mark, the version and the memory functions, which every public header needs.
 *
 * Conventions of all public headers:
 *  - A function returns a carom_status unless it cannot fail. It writes its results through its last
 *    parameters ("out"). It writes them only when it returns CAROM_OK, unless its comment says more.
 *  - A call that is refused changes nothing, in every build.
 *  - Functions named carom_..._get_NAME read what a world, body, collider, contact, replay or pool holds.
 *    Functions named carom_..._is_NAME and carom_collider_sees_NAME read a flag of it. Functions named
 *    carom_..._set_NAME replace it. A function that only computes from values has none of these verbs, e.g.
 *    carom_shape_bounds and carom_pose_angle.
 *  - A definition struct ("..._def") may be all zero. Zero means the default in each field.
 *  - Arithmetic follows IEEE 754 in its default mode: numbers round to nearest, and subnormal numbers are not
 *    flushed to zero. carom does not change the floating-point environment.
 *  - A library compiled by gcc raises no floating-point exception "invalid", "divide by zero" or "overflow"
 *    when the arguments are valid. This holds on every thread, so a game may trap these exceptions. clang
 *    moves divisions ahead of the conditions that guard them, so its builds may raise them. A refused call
 *    may raise them with either compiler. */
#ifndef CAROM_COMMON_H
#define CAROM_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(CAROM_SHARED)
#ifdef CAROM_BUILDING
#define CAROM_API __declspec(dllexport)
#else
#define CAROM_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && defined(CAROM_BUILDING)
#define CAROM_API __attribute__((visibility("default")))
#else
/* Marks what the library exports. */
#define CAROM_API
#endif

/* The first number of the version of these headers. */
#define CAROM_VERSION_MAJOR 0
/* The second number of the version. */
#define CAROM_VERSION_MINOR 2
/* The third number of the version. */
#define CAROM_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the version of the linked library as "major.minor.patch". The text is static. */
CAROM_API const char *carom_version(void);

/* One function for all memory. It works like realloc with the old size as an argument:
 *  - block NULL, old_size 0, new_size > 0: it returns a new block of new_size bytes, or NULL when memory is
 *    out.
 *  - block set, new_size > 0: it resizes the block and keeps the content up to the smaller size. If it fails,
 *    it returns NULL and leaves the block as it is.
 *  - block set, new_size 0: it frees the block and returns NULL.
 *
 * Blocks must be aligned for any standard type, like those of malloc. carom calls this function on the
 * threads that call carom, and never while it holds a lock. */
typedef void *(*carom_alloc_fn)(void *user, void *block, size_t old_size, size_t new_size);

/* The source of the memory of a world or an asset. An all-zero allocator uses the C library. */
typedef struct carom_allocator {
  carom_alloc_fn alloc; /* NULL: malloc, realloc and free */
  void *user;           /* passed to alloc unchanged */
} carom_allocator;

#ifdef __cplusplus
}
#endif

#endif
