// program.cpp: a shader program of OpenGL and its uniforms.
#include "program.h"

#include <cstdio>
#include <cstdlib>

static GLuint compile(GLenum kind, const char *text) {
  GLuint shader = glCreateShader(kind);
  GLint good = 0;
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return shader;
  char log[2000] = "";
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  std::fprintf(stderr, "a shader does not compile: %s\n", log);
  std::exit(1);
}

program::program(const char *vertex_shader, const char *fragment_shader) : name(glCreateProgram()) {
  glAttachShader(name, compile(GL_VERTEX_SHADER, vertex_shader));
  glAttachShader(name, compile(GL_FRAGMENT_SHADER, fragment_shader));
  glLinkProgram(name);
  GLint good = 0;
  glGetProgramiv(name, GL_LINK_STATUS, &good);
  if (good) return;
  std::fprintf(stderr, "a program of shaders does not link\n");
  std::exit(1);
}
