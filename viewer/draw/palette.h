// palette.h: the colours of the viewer, as red, green, blue and opacity from the lowest byte on.
#ifndef VIEWER_PALETTE_H
#define VIEWER_PALETTE_H

#include <cstdint>

namespace palette {

// A colour from 0xRRGGBB, as it is usually written.
constexpr uint32_t rgb(uint32_t hex, uint32_t opacity = 255) {
  return (hex >> 16 & 255) | (hex & 0xff00) | (hex & 255) << 16 | opacity << 24;
}

constexpr uint32_t ground = rgb(0xcdc8bf), edge = rgb(0x2c3440, 90), picked = rgb(0xf2b705);
constexpr uint32_t other = rgb(0x2fa8c9); // the second picked body
constexpr uint32_t sensor = rgb(0x7fb8d8, 84), bounds = rgb(0x5c9a6d), pair = rgb(0x9a86b8);
constexpr uint32_t tree = rgb(0x7a5195), cell = rgb(0x2f8f9d, 120);
constexpr uint32_t contact = rgb(0xd1495b), normal = rgb(0xd1495b), apart = rgb(0x4f86c6);
constexpr uint32_t begin = rgb(0x2a9d55), end = rgb(0x8d3b72), velocity = rgb(0x3f7cac);
constexpr uint32_t cast = rgb(0xe07a1f), mover = rgb(0x3b6ea5), text = rgb(0x1d2630);

// A calm colour of a moving body, by its index.
inline uint32_t body(uint32_t index) {
  static const uint32_t all[] = {rgb(0x5b8e9e), rgb(0xd8a657), rgb(0xc57b5a), rgb(0x8fa87c),
                                 rgb(0x7485a8), rgb(0xb98795), rgb(0x6aa396), rgb(0xa99a6b)};
  return all[(index * 2654435761u >> 16) % 8];
}

} // namespace palette

#endif
