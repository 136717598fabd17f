// parts.h: the parts of a world that a picture can show.
#ifndef VIEWER_PARTS_H
#define VIEWER_PARTS_H

#include "inventory.h"
#include "picture.h"
#include "session.h"

enum part : uint32_t {
  PART_SHAPES = 1,
  PART_OUTLINES = 2,
  PART_GRID = 4,
  PART_SHADOWS = 8,
  PART_BOUNDS = 16,    // the AABB of each collider
  PART_PAIRS = 32,     // colliders of two bodies whose AABBs overlap
  PART_CONTACTS = 64,  // points
  PART_NORMALS = 128,  // from the points
  PART_NAMES = 256,    // the features of the points
  PART_EVENTS = 512,   // of the last half second
  PART_QUERIES = 1024, // what the scene asks, and its movers
  PART_VELOCITIES = 2048,
  PART_LABELS = 4096, // the indices of bodies
  PART_TREES = 8192,  // over all bodies, and those of single ones
  PART_CELLS = 16384, // of the sweep
  PART_USUAL = PART_SHAPES | PART_OUTLINES | PART_GRID | PART_SHADOWS | PART_CONTACTS | PART_NORMALS |
               PART_EVENTS | PART_QUERIES
};

struct part_name {
  const char *name;
  uint32_t part;
};

// All parts with their names, until one without a name.
extern const part_name part_names[];

// What a picture shows of a world.
struct show_options {
  uint32_t parts = PART_USUAL;
  carom_body picked = {0}, other = {0};
  float scale = 1; // the length of normals, in units
};

// Fills the picture with the bodies of a world and its contacts.
void show_world(const carom_world *world, const inventory &things, const show_options &how, picture *to);

// Adds the marks of events, each fading for half a second.
void show_events(const std::vector<told_event> &events, uint64_t now, picture *to);

#endif
