/* golden_tape.h: recordings of the golden worlds, for what looks at recordings. */
#ifndef CAROM_TEST_GOLDEN_TAPE_H
#define CAROM_TEST_GOLDEN_TAPE_H

#include <carom/record.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum golden_tape_kind {
  TAPE_CROWD,  /* bodies of all kinds, made and destroyed by handlers */
  TAPE_PLANAR, /* the plane */
  TAPE_ROUGH,  /* meshes, fields and compounds */
  TAPE_SWEPT,  /* swept bodies, which are sent anew before each step */
  TAPE_PILES,  /* piles, which are rewound now and then, and must then go as before */
  TAPE_KINDS
} golden_tape_kind;

/* Records so many steps of a golden world, and a call after them. Before step `pushed`, where it is not 0,
 * the body that the call returns gets a velocity that it has not in other recordings; of the last two kinds
 * none can be pushed. */
carom_body golden_tape(golden_tape_kind kind, uint32_t steps, uint32_t pushed, carom_write_fn write,
                       void *user);

#ifdef __cplusplus
}
#endif

#endif
