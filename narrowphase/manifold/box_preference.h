/* box_preference.h: the preferences by which one pair of boxes, and eight pairs, choose their axis (box_sat.c
 * gives the reasons). */
#ifndef CAROM_NARROWPHASE_BOX_PREFERENCE_H
#define CAROM_NARROWPHASE_BOX_PREFERENCE_H

#define CAROM__BOX_FACE_PREFERENCE (1.0f / 64)     /* of the least half extent */
#define CAROM__BOX_FACE_OF_A_PREFERENCE (1.0f / 8) /* of the preference for faces */
#define CAROM__BOX_PREFERENCE_ROUNDING (8 * 0x1p-24f)

/* Edge axes whose length squared is no more than this count for nothing: edges that are parallel within 2 u
 * cut off no more than that of their length from what the faces say. */
#define CAROM__BOX_PARALLEL 0x1p-46f

#endif
