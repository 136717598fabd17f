/* carom/carom.h: includes all public headers.
 *
 *   common.h, status.h, types.h   memory, statuses, numbers
 *   tasks.h                       threads that the game lends, and a thread pool
 *   spatial.h                     rotations and poses as games make them
 *   obb.h                         oriented bounding boxes (OBBs)
 *   planar.h, obb2.h              planar directions and poses, oriented boxes of the plane
 *   shape.h                       shapes
 *   hull.h, polygon.h, chain.h    their assets: convex hulls, convex polygons, chains of segments
 *   mesh.h, compound.h            triangle meshes, and compounds of many shapes
 *   field.h                       height fields
 *   rings.h                       polygons with holes, and their convex decomposition
 *   minkowski.h                   separation, Minkowski difference, common part of polygons
 *   tessellate.h                  triangles and outlines of shapes, for renderers
 *   collide.h                     contact, overlap, distance and ray functions on two shapes
 *   patch.h                       contacts of shapes that are not convex
 *   batch.h                       prepared shapes, and many pairs at once
 *   support.h                     support functions, and GJK on those of the game
 *   mass.h                        mass, centre and inertia
 *   cast.h                        shape casts and times of impact
 *   id.h, world.h                 ids, worlds and their step
 *   body.h, collider.h            bodies and colliders
 *   target.h                      poses that bodies reach by motion
 *   event.h                       contact events and their handlers
 *   island.h                      groups of bodies that touch, and what may sleep
 *   swept.h                       continuous collision detection for fast bodies
 *   query.h                       ray casts and overlap queries in a world
 *   query_cast.h, query_near.h    shape casts in a world, and queries for what is near
 *   draw.h                        debug drawing
 *   mover.h                       characters that walk, slide and climb
 *   snapshot.h                    saves, rollback and clones of a world
 *   handover.h                    bodies and contacts that go from one world to another
 *   record.h                      recordings and replays
 *
 * To use a world, create it, create bodies, put colliders on them and add a handler. Then, in each frame, set
 * poses or velocities and step the world. */
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include "batch.h"
#include "cast.h"
#include "compound.h"
#include "draw.h"
#include "handover.h"
#include "island.h"
#include "mass.h"
#include "mesh.h"
#include "minkowski.h"
#include "mover.h"
#include "obb2.h"
#include "patch.h"
#include "query.h"
#include "query_cast.h"
#include "query_near.h"
#include "record.h"
#include "rings.h"
#include "spatial.h"
#include "support.h"
#include "swept.h"
#include "target.h"
#include "tasks.h"
#include "tessellate.h"

#endif
