// options.h: the options of the command line.
#ifndef VIEWER_OPTIONS_H
#define VIEWER_OPTIONS_H

#include "parts.h"

#include <string>
#include <vector>

struct options {
  std::string scene = "gas";                          // a name, or "all" with a folder for pictures
  std::string shot, frames, record;                   // a file or folder, a folder, a file; empty: none
  std::vector<std::string> recordings;                // to look at: one, or two to compare
  std::vector<std::pair<std::string, double>> values; // of parameters
  int width = 1280, height = 800;
  int steps = -1; // before a picture, or in a film; -1: what the mode takes
  int rewind = 0; // with `hashes`: how many steps to go back and forward again now and then
  uint32_t parts = PART_USUAL, threads = 1;
  float cut = 0.02f; // of the distance: what is nearer is not drawn
  bool z_is_up = false;
  bool list = false, hashes = false, panels = true, help = false;
};

// Reads the arguments. False after telling on stderr what is wrong.
bool read_options(int count, char **arguments, options *out);

void print_help();

#endif
