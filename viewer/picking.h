// picking.h: the body under the mouse, and dragging it.
#ifndef VIEWER_PICKING_H
#define VIEWER_PICKING_H

#include "camera.h"

// The body under a place of the picture, whose sides are at -1 and 1, and where it is hit. Null: none.
carom_body pick(const carom_world *world, const camera &from, float x, float y, float aspect, carom_pos *at);

// A kinematic body that follows the mouse in the plane across the view through the place where it was taken.
class drag {
public:
  bool begin(const carom_world *world, carom_body body, carom_pos at); // false: it is static
  void end() { body = {0}; }
  bool is_on() const { return body.bits != 0; }
  void move(carom_world *world, const camera &from, float x, float y, float aspect);

private:
  carom_body body = {0};
  carom_vec3 held; // where it was taken, from the position of the body
  carom_pos plane; // a point of the plane in which it is dragged
};

#endif
