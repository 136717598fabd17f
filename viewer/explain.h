// explain.h: why two colliders are in contact or not, rule by rule, in the order in which a step decides.
#ifndef VIEWER_EXPLAIN_H
#define VIEWER_EXPLAIN_H

#include <carom/carom.h>

#include <string>
#include <vector>

struct reason {
  bool holds; // the rule lets them meet
  std::string text;
};

// Lists the rules with what they say about a pair. Rules after the one that fails are left out.
std::vector<reason> explain_pair(const carom_world *world, carom_collider a, carom_collider b);

// The same for the pair of colliders of two bodies that are in contact, or else closest to each other.
std::vector<reason> explain_bodies(const carom_world *world, carom_body a, carom_body b);

#endif
