/* track.c: the files are XML (xml.h). A node of the library that a scene names is a small scene of its own.
 */
#include "track.h"

#include <math.h>
#include <string.h>

#include "memory.h"
#include "xml.h"

#define INSTALLED "/usr/share/games/supertuxkart/data/tracks"

static void read_three(const char *text, double otherwise, double out[3]) {
  if (!text || sscanf(text, "%lf %lf %lf", &out[0], &out[1], &out[2]) != 3)
    for (int i = 0; i < 3; i++) out[i] = otherwise;
}

/* --- Pieces --- */

/* Where the elements of a scene go. */
typedef struct scene_reader {
  track *out;
  const char *folder;
  const track_piece *within; /* where the scene stands */
} scene_reader;

/* Turns about x, then y, then z, in degrees. */
static void turn_by(const double degrees[3], double m[3][3]) {
  double c[3], s[3];
  for (int i = 0; i < 3; i++) {
    double angle = degrees[i] * 3.14159265358979323846 / 180;
    c[i] = cos(angle), s[i] = sin(angle);
  }
  m[0][0] = c[1] * c[2], m[0][1] = c[1] * s[2], m[0][2] = -s[1];
  m[1][0] = s[0] * s[1] * c[2] - c[0] * s[2], m[1][1] = s[0] * s[1] * s[2] + c[0] * c[2];
  m[1][2] = s[0] * c[1];
  m[2][0] = c[0] * s[1] * c[2] + s[0] * s[2], m[2][1] = c[0] * s[1] * s[2] - s[0] * c[2];
  m[2][2] = c[0] * c[1];
}

static void apply(const track_piece *at, const double v[3], bool is_place, double out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = is_place ? at->place[i] : 0;
    for (int k = 0; k < 3; k++) out[i] += v[k] * (is_place ? at->scale[k] : 1) * at->turn[k][i];
  }
}

/* The place of an element in the scene that it belongs to, whose scale must not differ by axis when the
 * element is turned. */
static track_piece place_of(const track_piece *within, const char **attributes) {
  track_piece piece = {.scale = {1, 1, 1}};
  double place[3], degrees[3], scale[3], turn[3][3];
  read_three(xml_attribute(attributes, "xyz"), 0, place);
  read_three(xml_attribute(attributes, "hpr"), 0, degrees);
  read_three(xml_attribute(attributes, "scale"), 1, scale);
  turn_by(degrees, turn);
  apply(within, place, true, piece.place);
  for (int i = 0; i < 3; i++) {
    apply(within, turn[i], false, piece.turn[i]);
    piece.scale[i] = within->scale[i] * scale[i];
  }
  return piece;
}

static void add_piece(scene_reader *r, track_piece piece, const char *model) {
  track *t = r->out;
  snprintf(piece.path, sizeof piece.path, "%s/%s", r->folder, model);
  t->pieces = memory_grow(t->pieces, t->piece_count, &t->piece_capacity, sizeof *t->pieces);
  t->pieces[t->piece_count++] = piece;
}

static void take_element(void *user, const char *name, const char **attributes);

/* A scene that is named from this one. */
static void read_library(scene_reader *r, const char *name, const track_piece *place) {
  char folder[TRACK_PATH_SIZE], path[TRACK_PATH_SIZE + 16];
  snprintf(folder, sizeof folder, "%s/../../library/%s", r->folder, name);
  snprintf(path, sizeof path, "%s/node.xml", folder);
  scene_reader inner = {r->out, folder, place};
  if (!xml_read_file(path, take_element, &inner)) fprintf(stderr, "%s cannot be read.\n", path);
}

static bool is_solid(const char **attributes) {
  const char *interaction = xml_attribute(attributes, "interaction");
  return !interaction || strcmp(interaction, "ghost") != 0;
}

static void take_element(void *user, const char *name, const char **attributes) {
  scene_reader *r = user;
  bool is_track = strcmp(name, "track") == 0, is_node = strcmp(name, "library") == 0;
  bool is_object = strcmp(name, "object") == 0 || strcmp(name, "static-object") == 0;
  const char *model = xml_attribute(attributes, "model"), *node = xml_attribute(attributes, "name");
  if (is_track && model) add_piece(r, *r->within, model);
  if (is_object && model && is_solid(attributes)) add_piece(r, place_of(r->within, attributes), model);
  if (is_node && node && r->within->path[0] == '\0') {
    track_piece place = place_of(r->within, attributes);
    place.path[0] = '*'; /* a node names no other */
    read_library(r, node, &place);
  }
}

/* --- The road --- */

/* A corner is three numbers, or a corner of an earlier quad as "quad:corner". */
static bool read_corner(const track *t, const char *text, double out[3]) {
  unsigned quad, corner;
  if (!text) return false;
  if (sscanf(text, "%u:%u", &quad, &corner) == 2) {
    if (quad >= t->quad_count || corner > 3) return false;
    memcpy(out, t->quads[quad].corners[corner], sizeof(double[3]));
    return true;
  }
  return sscanf(text, "%lf %lf %lf", &out[0], &out[1], &out[2]) == 3;
}

static void take_quad(void *user, const char *name, const char **attributes) {
  static const char *const corners[4] = {"p0", "p1", "p2", "p3"};
  track *t = user;
  track_quad quad;
  if (strcmp(name, "quad") != 0) return;
  for (int i = 0; i < 4; i++)
    if (!read_corner(t, xml_attribute(attributes, corners[i]), quad.corners[i])) return;
  t->quads = memory_grow(t->quads, t->quad_count, &t->quad_capacity, sizeof *t->quads);
  t->quads[t->quad_count++] = quad;
}

static void take_material(void *user, const char *name, const char **attributes) {
  track *t = user;
  const char *picture = xml_attribute(attributes, "name"), *ignore = xml_attribute(attributes, "ignore");
  if (strcmp(name, "material") != 0 || !picture || !ignore || *ignore != 'Y') return;
  t->ignored = memory_grow(t->ignored, t->ignored_count, &t->ignored_capacity, sizeof *t->ignored);
  snprintf(t->ignored[t->ignored_count++], sizeof *t->ignored, "%s", picture);
}

bool track_read(track *out, const char *name) {
  static const track_piece origin = {.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = {1, 1, 1}};
  char folder[TRACK_PATH_SIZE], path[TRACK_PATH_SIZE + 16];
  scene_reader r = {out, folder, &origin};
  *out = (track){0};
  snprintf(folder, sizeof folder, strchr(name, '/') ? "%s" : INSTALLED "/%s", name);
  snprintf(path, sizeof path, "%s/materials.xml", folder);
  xml_read_file(path, take_material, out);
  snprintf(path, sizeof path, "%s/quads.xml", folder);
  bool good = xml_read_file(path, take_quad, out);
  snprintf(path, sizeof path, "%s/scene.xml", folder);
  good = good && xml_read_file(path, take_element, &r) && out->piece_count && out->quad_count;
  if (good) return true;
  fprintf(stderr,
          "%s is no track that can be read. On Debian and Ubuntu, `apt-get install supertuxkart-data` "
          "installs tracks.\n",
          folder);
  track_free(out);
  return false;
}

void track_free(track *t) {
  free(t->pieces);
  free(t->quads);
  free(t->ignored);
  *t = (track){0};
}
