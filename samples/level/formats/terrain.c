/* terrain.c: all terrains are in one archive, each with a text of XML that describes it and a picture of 8
 * bits that libpng reads. */
#include "terrain.h"

#include <math.h>
#include <string.h>

#include "memory.h"
#include "pk3.h"
#include "xml.h"

#ifdef CAROM_SAMPLE_PNG
#include <png.h>
#endif

#define ARCHIVE "/usr/share/games/trigger-rally/data.zip"

/* Beyond this a picture is not worth believing. */
enum { SIDE_MAX = 16384 };

/* What the text says besides. */
typedef struct level_reader {
  terrain *out;
  char picture[128];
  double scale[2]; /* of the points of the race */
} level_reader;

static bool read_pair(const char *text, double out[2]) {
  return text && sscanf(text, "%lf , %lf", &out[0], &out[1]) == 2 && isfinite(out[0]) && isfinite(out[1]);
}

static double number_or(const char *text, double otherwise) {
  double value;
  return text && sscanf(text, "%lf", &value) == 1 && value > 0 && value < 1e3 ? value : otherwise;
}

static void add_point(level_reader *r, const char *text) {
  terrain *t = r->out;
  double at[2];
  if (!read_pair(text, at)) return;
  t->points = memory_grow(t->points, t->point_count, &t->point_capacity, sizeof *t->points);
  t->points[t->point_count][0] = at[0] * r->scale[0];
  t->points[t->point_count++][1] = at[1] * r->scale[1];
}

static void take_element(void *user, const char *name, const char **attributes) {
  level_reader *r = user;
  const char *picture = xml_attribute(attributes, "heightmap");
  if (strcmp(name, "terrain") == 0 && picture) {
    snprintf(r->picture, sizeof r->picture, "%s", picture);
    r->out->spacing = number_or(xml_attribute(attributes, "horizontalscale"), 1);
    r->out->step = number_or(xml_attribute(attributes, "verticalscale"), 1);
  }
  if (strcmp(name, "race") == 0) read_pair(xml_attribute(attributes, "coordscale"), r->scale);
  if (strcmp(name, "checkpoint") == 0) add_point(r, xml_attribute(attributes, "coords"));
}

#ifdef CAROM_SAMPLE_PNG
static bool read_picture(terrain *t, const unsigned char *bytes, size_t size) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_memory(&image, bytes, size)) return false;
  image.format = PNG_FORMAT_GRAY;
  t->width = image.width, t->height = image.height;
  bool good = t->width > 1 && t->height > 1 && t->width <= SIDE_MAX && t->height <= SIDE_MAX;
  if (good) {
    t->heights = memory_resize(NULL, t->width * t->height, 1);
    good = png_image_finish_read(&image, NULL, t->heights, (png_int_32)t->width, NULL);
  }
  png_image_free(&image);
  return good;
}
#else
static bool read_picture(terrain *t, const unsigned char *bytes, size_t size) {
  (void)t, (void)bytes, (void)size;
  fputs("This program was built without libpng: `apt-get install libpng-dev`, then configure and build "
        "again.\n",
        stderr);
  return false;
}
#endif

static bool read_level(level_reader *r, const char *name) {
  char entry[256];
  unsigned char *bytes;
  size_t size;
  snprintf(entry, sizeof entry, "maps/%s/%s.level", name, name);
  if (!pk3_read_entry(ARCHIVE, entry, &bytes, &size)) return false;
  bool good = xml_read_text(bytes, size, take_element, r);
  free(bytes);
  return good && r->picture[0] && r->out->point_count > 1;
}

static bool read_heights(terrain *t, const char *name, const char *picture) {
  char entry[512];
  unsigned char *bytes;
  size_t size;
  snprintf(entry, sizeof entry, "maps/%s/%s", name, picture);
  if (!pk3_read_entry(ARCHIVE, entry, &bytes, &size)) return false;
  bool good = read_picture(t, bytes, size);
  free(bytes);
  return good;
}

bool terrain_read(terrain *out, const char *name) {
  level_reader r = {.out = out, .scale = {1, 1}};
  *out = (terrain){0};
  if (read_level(&r, name) && read_heights(out, name, r.picture)) return true;
  fprintf(stderr,
          "%s is no terrain that can be read. On Debian and Ubuntu, `apt-get install trigger-rally-data` "
          "installs terrains.\n",
          name);
  terrain_free(out);
  return false;
}

void terrain_free(terrain *t) {
  free(t->heights);
  free(t->points);
  *t = (terrain){0};
}
