/* carom/carom.h: everything.
 *
 *   common.h, status.h, types.h   memory, outcomes, numbers
 *   tasks.h                       threads that the game lends, and a pool of them
 *   obb.h                         oriented boxes and their toolbox
 *   planar.h, obb2.h              the plane: directions and poses, oriented boxes and their toolbox
 *   shape.h                       shapes
 *   hull.h, polygon.h, chain.h    what they are made of: convex hulls, convex polygons, chains of segments
 *   rings.h                       polygons with holes, cut into convex pieces
 *   minkowski.h                   two convex polygons: what parts them, their Minkowski difference
 *   collide.h                     two shapes in, an answer out: no world needed
 *   batch.h                       prepared shapes and many pairs at once
 *   support.h                     support functions, and GJK on those of the game
 *   cast.h                        two shapes and a motion in, their first touch out
 *   id.h, world.h                 worlds and their step
 *   body.h, collider.h            what is in a world
 *   event.h                       contacts and the handlers they are delivered to
 *   swept.h                       bodies that are looked at on their way
 *   query.h, draw.h               asking a world, drawing it
 *   query_cast.h, query_near.h    shapes that move through it, and what is near
 *   mover.h                       characters that walk, slide and climb in it
 *   snapshot.h                    saving, rewinding and copying a world
 *   record.h                      recording what is done to a world, and doing it again
 *
 * A world in short: create a world, create bodies, put colliders on them, add a handler; then, each frame,
 * set poses or velocities and step. */
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include "batch.h"
#include "cast.h"
#include "draw.h"
#include "minkowski.h"
#include "mover.h"
#include "obb2.h"
#include "query.h"
#include "query_cast.h"
#include "query_near.h"
#include "record.h"
#include "rings.h"
#include "support.h"
#include "swept.h"
#include "tasks.h"

#endif
