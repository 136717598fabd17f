/* carom/common.h: what every public header needs: the export mark, the version, memory and the log.
 *
 * Conventions of all public headers:
 *  - A function returns a carom_status unless it cannot fail. What it hands out comes through its last
 *    parameters ("out"), which are written only when the status is CAROM_OK, unless its comment says more.
 *  - A refused call changes nothing, in every build.
 *  - What a world, body, collider, contact, replay or pool holds is read by carom_..._get_NAME, a flag of it by
 *    carom_..._is_NAME or carom_collider_sees_NAME, and replaced by carom_..._set_NAME. What a function
 *    computes from values alone has no such verb: carom_shape_bounds, carom_pose_angle.
 *  - Definition structs ("..._def") may be all zero: zero means "as usual" in each field.
 *  - Arithmetic is that of IEEE 754 as programs find it: rounding to nearest, and no subnormal number flushed
 *    to zero. carom leaves the floating-point environment as it is, and with good arguments no call raises
 *    the exceptions "invalid", "divide by zero" or "overflow", on any thread, where gcc has compiled carom: a
 *    game may trap them. clang moves divisions before the conditions that guard them, and may raise them. So
 *    may calls that are refused. */
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
#define CAROM_API
#endif

#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 1
#define CAROM_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the version of the library that is linked, as "major.minor.patch"; the text is static. */
CAROM_API const char *carom_version(void);

/* One function for all memory, in the manner of realloc that is told the old size:
 *  - block NULL, old_size 0, new_size > 0: returns a new block of new_size bytes, or NULL when there is none;
 *  - block set, new_size > 0: resizes it, keeping the smaller of both sizes, or returns NULL and leaves it;
 *  - block set, new_size 0: frees it and returns NULL.
 * Blocks must be aligned for any standard type (as malloc's are). The function is called on the threads that
 * call carom, and never while the library holds a lock. */
typedef void *(*carom_alloc_fn)(void *user, void *block, size_t old_size, size_t new_size);

/* Where a world or an asset takes its memory from. An all-zero allocator is the C library's. */
typedef struct carom_allocator {
  carom_alloc_fn alloc; /* NULL: malloc, realloc and free */
  void *user;           /* handed to alloc as it is */
} carom_allocator;

#ifdef __cplusplus
}
#endif

#endif
