// program.h: a shader program of OpenGL and its uniforms.
#ifndef VIEWER_PROGRAM_H
#define VIEWER_PROGRAM_H

#include "maths.h"

#include <epoxy/gl.h>

class program {
public:
  program(const char *vertex_shader, const char *fragment_shader); // tells errors and ends the process
  void use() const { glUseProgram(name); }
  void set(const char *uniform, float value) const { glUniform1f(place(uniform), value); }
  void set(const char *uniform, int value) const { glUniform1i(place(uniform), value); }
  void set(const char *uniform, carom_vec3 v) const { glUniform3f(place(uniform), v.x, v.y, v.z); }
  void set(const char *uniform, float x, float y) const { glUniform2f(place(uniform), x, y); }
  void set(const char *uniform, const mat4 &m) const { glUniformMatrix4fv(place(uniform), 1, GL_FALSE, m.m); }

private:
  GLint place(const char *uniform) const { return glGetUniformLocation(name, uniform); }
  GLuint name;
};

#endif
