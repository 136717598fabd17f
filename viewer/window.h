// window.h: the window of SDL, with OpenGL and Dear ImGui in it.
#ifndef VIEWER_WINDOW_H
#define VIEWER_WINDOW_H

#include <string>

struct SDL_Window;

class window {
public:
  window(const std::string &title, int width, int height, bool shown);
  ~window();
  window(const window &) = delete;
  window &operator=(const window &) = delete;

  bool is_open() const { return context != nullptr; } // false: there is no OpenGL 3.3, as stderr told
  void size(int *width, int *height) const;           // in pixels
  void begin_panels();                                // of the next picture
  void end_panels();                                  // draws them into the image that is bound
  void drop_panels();                                 // lays them out without drawing them
  void show();                                        // what was copied into the window

  SDL_Window *handle = nullptr;

private:
  void *context = nullptr;
};

#endif
