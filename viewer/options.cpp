// options.cpp: the options of the command line.
#include "options.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

void print_help() {
  std::puts(
      "carom view [OPTIONS] [RECORDING [OTHER]]\n"
      "  --scene NAME        the scene to begin with; `all` with --shot and --hashes\n"
      "  --set NAME=VALUE    a parameter of the scene\n"
      "  --threads N         threads of the step (1)\n"
      "  --parts LIST        parts to draw, as shapes,contacts; +LIST adds to the usual ones\n"
      "  --size WxH          of the window or picture (1280x800)\n"
      "  --list              all scenes, and nothing else\n"
      "  --shot FILE.png     a picture after --steps N (90), without a window; with --scene all a folder\n"
      "  --frames FOLDER     a picture of each step, for a film of --steps N (120)\n"
      "  --no-panels         pictures without panels\n"
      "  --hashes            the hash of the world after --steps N (90), without any picture\n"
      "  --rewind N          with --hashes: goes back N steps and forward again, many times\n"
      "  --record FILE       writes a recording of the run\n"
      "A recording is played on a time line, and two are compared. With --shot, --steps is the step to "
      "show.\n"
      "parts:");
  for (const part_name *p = part_names; p->name; p++) std::printf(" %s", p->name);
  std::puts("");
}

static bool complain(const char *text, const char *about) {
  std::fprintf(stderr, "carom view: %s%s; --help lists what there is\n", text, about);
  return false;
}

static bool read_number(const char *text, int least, int most, int *out) {
  char *end;
  long value = std::strtol(text, &end, 10);
  if (*end || end == text || value < least || value > most)
    return complain("no number that is allowed: ", text);
  *out = int(value);
  return true;
}

static bool read_size(const char *text, options *out) {
  int used = 0;
  if (std::sscanf(text, "%dx%d%n", &out->width, &out->height, &used) == 2 && !text[used] &&
      out->width >= 64 && out->height >= 64 && out->width <= 8192 && out->height <= 8192)
    return true;
  return complain("no size from 64x64 to 8192x8192: ", text);
}

static bool read_cut(const char *text, options *out) {
  char *end;
  out->cut = std::strtof(text, &end);
  return (end != text && !*end && out->cut >= 0.02f && out->cut <= 2) ||
         complain("no part of 0.02 to 2: ", text);
}

static bool read_parts(const char *text, uint32_t *out) {
  *out = *text == '+' ? *out : 0;
  if (*text == '+') text++;
  while (*text) {
    size_t size = std::strcspn(text, ",");
    const part_name *p = part_names;
    while (p->name && (std::strlen(p->name) != size || std::strncmp(p->name, text, size) != 0)) p++;
    if (!p->name) return complain("no part: ", text);
    *out |= p->part;
    text += size + (text[size] == ',');
  }
  return true;
}

static bool read_value(const char *text, options *out) {
  const char *equals = std::strchr(text, '=');
  char *end = nullptr;
  double value = equals ? std::strtod(equals + 1, &end) : 0;
  if (!equals || end == equals + 1 || *end) return complain("no NAME=VALUE: ", text);
  out->values.push_back({std::string(text, equals), value});
  return true;
}

static bool read_scene(const char *text, options *out) {
  out->scene = text;
  return out->scene == "all" || find_scene(text) || complain("no scene: ", text);
}

// Options without a value. False: it is none of them.
static bool read_flag(const std::string &name, options *out) {
  if (name == "--list") return out->list = true;
  if (name == "--hashes") return out->hashes = true;
  if (name == "--help") return out->help = true;
  if (name == "--z-up") return out->z_is_up = true;
  if (name == "--no-panels") return out->panels = false, true;
  return false;
}

static bool read_pair(const std::string &name, const char *value, options *out) {
  int threads = 1;
  if (name == "--scene") return read_scene(value, out);
  if (name == "--shot") return out->shot = value, true;
  if (name == "--frames") return out->frames = value, true;
  if (name == "--record") return out->record = value, true;
  if (name == "--set") return read_value(value, out);
  if (name == "--parts") return read_parts(value, &out->parts);
  if (name == "--cut") return read_cut(value, out);
  if (name == "--size") return read_size(value, out);
  if (name == "--steps") return read_number(value, 0, 1000000, &out->steps);
  if (name == "--rewind") return read_number(value, 1, 500, &out->rewind);
  if (name != "--threads") return complain("no option: ", name.c_str());
  if (!read_number(value, 1, CAROM_POOL_THREADS_MAX, &threads)) return false;
  return out->threads = uint32_t(threads), true;
}

static bool fits_together(const options &o) {
  if (o.scene == "all" && o.shot.empty() && !o.hashes)
    return complain("all scenes need --shot or --hashes", "");
  if (o.recordings.size() > 2) return complain("more than two recordings", "");
  return true;
}

bool read_options(int count, char **arguments, options *out) {
  for (int i = 1; i < count; i++) {
    const char *argument = arguments[i];
    if (std::strncmp(argument, "--", 2) != 0) {
      out->recordings.push_back(argument);
      continue;
    }
    if (read_flag(argument, out)) continue;
    if (i + 1 == count) return complain("an option without a value, or none: ", argument);
    if (!read_pair(argument, arguments[++i], out)) return false;
  }
  return fits_together(*out);
}
