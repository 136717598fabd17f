// film.cpp: one recording, or two that are compared.
#include "film.h"

#include <cstdio>

static const size_t MOST_DIFFERENCES = 12;

static bool read_file(const std::string &path, std::vector<unsigned char> *out) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file) return false;
  unsigned char block[65536];
  size_t count;
  while ((count = std::fread(block, 1, sizeof block, file)) > 0)
    out->insert(out->end(), block, block + count);
  bool good = !std::ferror(file);
  return std::fclose(file) == 0 && good;
}

bool film::open_one(const std::string &path, timeline *out) {
  std::vector<unsigned char> bytes;
  if (!read_file(path, &bytes)) return trouble = path + " cannot be read", false;
  carom_status status = out->open(std::move(bytes));
  if (status) return trouble = path + ": " + carom_status_text(status), false;
  out->go(UINT64_MAX); // to the end, wherever it is
  return true;
}

bool film::open(const std::vector<std::string> &paths) {
  for (size_t i = 0; i < paths.size(); i++)
    if (!open_one(paths[i], &lines[i])) return false;
  if (has_other()) {
    difference compared(&lines[0], &lines[1]);
    answer = compared.look(UINT64_MAX);
    parted = compared.step();
  }
  go(0);
  return true;
}

bool film::go(uint64_t step) {
  bool first = lines[0].go(std::min(step, lines[0].known()));
  bool second = !has_other() || lines[1].go(std::min(step, lines[1].known()));
  return first && second && step <= length();
}

std::vector<std::string> film::differences() const {
  if (!has_other()) return {};
  return tell_differences(lines[0].world(), lines[1].world(), MOST_DIFFERENCES);
}
