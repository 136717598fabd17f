/* wavefront: the triangles of a compound, as a renderer takes them. With the name of a file the program
 * writes them there, as a Wavefront OBJ that any viewer of models opens. */
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>

/* A table: a rounded board on four tapered legs. */
static carom_compound *make_table(void) {
  carom_compound_child parts[5] = {
      {.shape = carom_shape_rounded_box(1, 0.04f, 0.6f, 0.02f), .pose.position = {0, 0.75f, 0}}};
  for (int i = 0; i < 4; i++)
    parts[1 + i] =
        (carom_compound_child){.shape = carom_shape_frustum(0.35f, 0.03f, 0.05f),
                               .pose.position = {i % 2 ? 0.9f : -0.9f, 0.35f, i / 2 ? 0.5f : -0.5f}};
  const carom_compound_def def = {.children = parts, .child_count = 5};
  carom_compound *table = NULL;
  return carom_compound_create(NULL, &def, NULL, &table) == CAROM_OK ? table : NULL;
}

/* Counts first, then writes into arrays of that size. */
static bool make_surface(const carom_shape *shape, uint32_t detail, carom_surface_buffer *out) {
  *out = (carom_surface_buffer){.vertex_capacity = 0};
  if (carom_shape_tessellate(shape, CAROM_TESSELLATION_TRIANGLES, detail, out)) return false;
  out->vertex_capacity = out->vertex_count, out->index_capacity = out->index_count;
  out->positions = malloc(out->vertex_count * sizeof *out->positions);
  out->normals = malloc(out->vertex_count * sizeof *out->normals);
  out->indices = malloc(out->index_count * sizeof *out->indices);
  return out->positions && out->normals && out->indices &&
         carom_shape_tessellate(shape, CAROM_TESSELLATION_TRIANGLES, detail, out) == CAROM_OK;
}

static void free_surface(carom_surface_buffer *s) { free(s->positions), free(s->normals), free(s->indices); }

static bool write_file(const char *name, const carom_surface_buffer *s) {
  FILE *file = fopen(name, "w");
  if (!file) return false;
  for (size_t i = 0; i < s->vertex_count; i++) {
    carom_vec3 p = s->positions[i], n = s->normals[i];
    fprintf(file, "v %.7g %.7g %.7g\n", (double)p.x, (double)p.y, (double)p.z);
    fprintf(file, "vn %.5g %.5g %.5g\n", (double)n.x, (double)n.y, (double)n.z);
  }
  for (size_t i = 0; i < s->index_count; i += 3) {
    unsigned a = s->indices[i] + 1, b = s->indices[i + 1] + 1, c = s->indices[i + 2] + 1;
    fprintf(file, "f %u//%u %u//%u %u//%u\n", a, a, b, b, c, c);
  }
  return fclose(file) == 0;
}

int main(int argc, char **argv) {
  carom_compound *table = make_table();
  if (!table) return 1;
  const carom_shape shape = carom_shape_compound(table);
  bool done = true;
  for (uint32_t detail = 8; detail <= 64; detail *= 2) {
    carom_surface_buffer s;
    done = done && make_surface(&shape, detail, &s);
    if (!done) break;
    printf("detail %2u: %4zu triangles of %4zu vertices\n", detail, s.index_count / 3, s.vertex_count);
    if (detail == 64 && argc > 1) done = write_file(argv[1], &s);
    free_surface(&s);
  }
  carom_compound_release(table);
  return done ? 0 : 1;
}
