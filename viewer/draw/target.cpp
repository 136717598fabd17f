// target.cpp: an image that is drawn into, then shown or read.
#include "target.h"

#include <algorithm>

static const int SAMPLES = 4;

void target::begin(int new_width, int new_height) {
  if (!drawn) glGenFramebuffers(1, &drawn), glGenFramebuffers(1, &resolved), glGenRenderbuffers(3, buffers);
  glBindFramebuffer(GL_FRAMEBUFFER, drawn);
  if (new_width == width && new_height == height) return;
  width = new_width, height = new_height;
  const GLenum formats[3] = {GL_RGBA8, GL_DEPTH_COMPONENT24, GL_RGBA8};
  for (int i = 0; i < 3; i++) {
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[i]);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, i < 2 ? SAMPLES : 0, formats[i], width, height);
  }
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
  glBindFramebuffer(GL_FRAMEBUFFER, resolved);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[2]);
  glBindFramebuffer(GL_FRAMEBUFFER, drawn);
}

void target::resolve() {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved);
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void target::show() {
  resolve();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

std::vector<unsigned char> target::read() {
  resolve();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved);
  std::vector<unsigned char> pixels(size_t(3) * width * height);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  const size_t row = size_t(3) * width;
  for (int y = 0; y < height / 2; y++)
    std::swap_ranges(&pixels[y * row], &pixels[y * row] + row, &pixels[(height - 1 - y) * row]);
  return pixels;
}
