// shaders.h: the shaders, in GLSL 3.30. Places are offsets from the origin of the picture.
#ifndef VIEWER_SHADERS_H
#define VIEWER_SHADERS_H

// Meshes: a corner, and the instance it belongs to.
static const char *const mesh_vertex_shader = R"(#version 330 core
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 corner_normal;
layout(location = 2) in vec3 axis_x;
layout(location = 3) in vec3 axis_y;
layout(location = 4) in vec3 axis_z;
layout(location = 5) in vec3 place;
layout(location = 6) in vec4 colour;
uniform mat4 to_clip;
uniform mat4 to_sun;
uniform float lines; // above 0: dark lines without light, of this opacity
out vec3 at;
out vec3 normal;
out vec4 tone;
out vec3 in_sun;
void main() {
  at = mat3(axis_x, axis_y, axis_z) * corner + place;
  // The inverse transpose of a rotation times a scale has the same columns, divided by their squares.
  vec3 n = corner_normal / vec3(dot(axis_x, axis_x), dot(axis_y, axis_y), dot(axis_z, axis_z));
  normal = axis_x * n.x + axis_y * n.y + axis_z * n.z;
  tone = lines > 0.0 ? vec4(colour.rgb * 0.35, lines * colour.a) : colour;
  in_sun = (to_sun * vec4(at, 1)).xyz * 0.5 + 0.5;
  gl_Position = to_clip * vec4(at, 1);
}
)";

static const char *const mesh_fragment_shader = R"(#version 330 core
in vec3 at;
in vec3 normal;
in vec4 tone;
in vec3 in_sun;
uniform vec3 eye;
uniform vec3 sun; // unit, towards it
uniform vec3 up;
uniform float lines;
uniform float flat_light; // 1: the plane, which no sun shines on
uniform float haze;       // the distance at which all is background
uniform vec3 background;
uniform sampler2DShadow shadows;
out vec4 result;
float sunlight(float slope) {
  if (any(lessThan(in_sun, vec3(0))) || any(greaterThan(in_sun, vec3(1)))) return 1.0;
  float sum = 0.0, bias = 0.0008 + 0.0022 * (1.0 - slope);
  vec2 texel = 1.0 / vec2(textureSize(shadows, 0));
  for (int i = -1; i <= 1; i++)
    for (int j = -1; j <= 1; j++)
      sum += texture(shadows, vec3(in_sun.xy + 1.2 * texel * vec2(i, j), in_sun.z - bias));
  return sum / 9.0;
}
void main() {
  vec3 colour = tone.rgb;
  if (lines == 0.0 && flat_light < 0.5) {
    vec3 n = normalize(normal), away = normalize(eye - at);
    if (dot(n, away) < 0.0) n = -n;
    float slope = max(dot(n, sun), 0.0);
    vec3 sky = mix(vec3(0.42, 0.40, 0.39), vec3(0.60, 0.64, 0.70), 0.5 + 0.5 * dot(n, up));
    vec3 light = sky + vec3(0.58, 0.55, 0.50) * slope * sunlight(slope);
    float rim = pow(1.0 - max(dot(n, away), 0.0), 3.0);
    colour = colour * light + 0.10 * rim * sky;
  }
  float far = clamp(length(at - eye) / haze, 0.0, 1.0);
  result = vec4(mix(colour, background, flat_light < 0.5 ? far * far : 0.0), tone.a);
}
)";

// What the sun sees: depths alone.
static const char *const shadow_fragment_shader = R"(#version 330 core
void main() {}
)";

// Lines and points with colours of their own.
static const char *const plain_vertex_shader = R"(#version 330 core
layout(location = 0) in vec3 at;
layout(location = 1) in vec4 colour;
uniform mat4 to_clip;
uniform float size;
out vec4 tone;
void main() {
  tone = colour;
  gl_Position = to_clip * vec4(at, 1);
  gl_PointSize = size;
}
)";

static const char *const plain_fragment_shader = R"(#version 330 core
in vec4 tone;
uniform float round_points;
uniform float opacity;
out vec4 result;
void main() {
  if (round_points > 0.5 && length(gl_PointCoord - 0.5) > 0.5) discard;
  result = vec4(tone.rgb, tone.a * opacity);
}
)";

// The grid: a square whose lines fade with their distance from the middle of the picture.
static const char *const grid_vertex_shader = R"(#version 330 core
layout(location = 0) in vec3 corner; // x and y in -1..1
uniform mat4 to_clip;
uniform vec3 across, along, place;
uniform float reach;
uniform vec2 shift; // where the world's lines are, in the frame of the picture
out vec2 on_grid;
out vec2 from_middle;
void main() {
  vec3 at = place + (across * corner.x + along * corner.y) * reach;
  on_grid = corner.xy * reach + shift;
  from_middle = corner.xy;
  gl_Position = to_clip * vec4(at, 1);
}
)";

static const char *const grid_fragment_shader = R"(#version 330 core
in vec2 on_grid;
in vec2 from_middle;
uniform float cell;
out vec4 result;
float lines(float size) {
  vec2 p = on_grid / size, width = fwidth(p);
  vec2 near = abs(fract(p - 0.5) - 0.5) / max(width, 1e-6);
  float fine = 1.0 - min(max(width.x, width.y) * 2.5, 1.0);
  return (1.0 - min(min(near.x, near.y), 1.0)) * fine;
}
void main() {
  float fade = 1.0 - smoothstep(0.25, 1.0, length(from_middle));
  float line = max(0.14 * lines(cell), 0.28 * lines(10.0 * cell));
  result = vec4(0.20, 0.26, 0.33, line * fade);
}
)";

#endif
