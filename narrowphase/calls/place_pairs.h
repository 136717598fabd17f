/* place_pairs.h: checks the shapes of common pairs and tells where they are, at once. */
#ifndef CAROM_NARROWPHASE_PLACE_PAIRS_H
#define CAROM_NARROWPHASE_PLACE_PAIRS_H

#include "pair_class.h"

carom__place_fn carom__place_spheres, carom__place_sphere_capsule, carom__place_capsules,
    carom__place_sphere_box, carom__place_capsule_box, carom__place_boxes, carom__place_discs,
    carom__place_disc_rectangle, carom__place_rectangles;

#endif
