// target.h: an image that is drawn into with four samples a pixel, then shown in the window or read.
#ifndef VIEWER_TARGET_H
#define VIEWER_TARGET_H

#include <epoxy/gl.h>

#include <vector>

class target {
public:
  void begin(int new_width, int new_height); // binds the image, of another size when that has changed
  void show();                               // copies it into the window
  std::vector<unsigned char> read();         // red, green, blue of each pixel, from the top

private:
  void resolve();
  int width = 0, height = 0;
  GLuint drawn = 0, resolved = 0, buffers[3] = {0, 0, 0};
};

#endif
