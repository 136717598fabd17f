/* solved.h: the scenes of samples/solver, behind functions that C++ can call. */
#ifndef VIEWER_SOLVED_H
#define VIEWER_SOLVED_H

#include <carom/carom.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct solved solved;

/* The scenes by their number: name and text; NULL for a number that is none. */
const char *solved_name(size_t number);
const char *solved_text(size_t number);

/* Makes a scene with its solver and its world, which is empty; NULL when memory is out. */
solved *solved_create(size_t number, const carom_world_def *def);

/* Puts the bodies and joints of the scene into its world. */
carom_status solved_fill(solved *s);
void solved_free(solved *s);
carom_world *solved_world(const solved *s);

/* Finds contacts, and moves the bodies by dt. */
carom_status solved_step(solved *s, float dt);

/* What the solver keeps from step to step, as bytes: their number, and both ways. */
size_t solved_size(const solved *s);
void solved_save(solved *s, unsigned char *bytes);
void solved_load(solved *s, unsigned char *bytes);

#ifdef __cplusplus
}
#endif

#endif
