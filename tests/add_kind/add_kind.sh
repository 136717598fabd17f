#!/usr/bin/env bash
# Adds a kind of shape that the library does not have, the cube, by the steps of CONTRIBUTING.md.
#
# Usage: add_kind.sh SOURCE FOLDER CMAKE-ARGUMENT...
#
# FOLDER gets a copy of the sources, with one line and one file more, and a build of it. Programs that walk
# the list of kinds must pass, and must have asked the cube. Then each step is forgotten in turn, and
# something must fail with a message that names what is missing.
set -euo pipefail
source=$1 folder=$2
shift 2
tree=$folder/tree build=$folder/build seen=$folder/seen log=$folder/log
list=include/carom/shapes.def
file=narrowphase/kinds/shape_cube.c

fail() {
  echo "add_kind: $*"
  [ ! -s "$log" ] || tail -n 40 "$log"
  echo "0 passed, 1 failed"
  exit 1
}

# Programs that take the cube, each with a column of its class that it must have asked.
programs="
test_shapes:face test_kinds:support test_shape_bounds:vertex test_batch:support test_collide:face
test_cast:support test_line_cast:support test_impact:obb test_distance:support test_signed_distance:support
test_point_distance:plain test_reuse:support test_support:support
test_random_worlds:face test_world_fuzz:check test_query_rays:cast_ray test_query_overlaps:support
test_query_casts:support test_query_near:support test_query_touching:support test_query_index:support
test_swept:support test_threads:support test_draw:outline test_snapshot:check test_rollback:check
test_forged_saves:check test_forged_recordings:check test_forged_rollback:check
smoke_calls:support smoke_recording:support smoke_rollback:support smoke_snapshot:support"
# What every class has, and what it may leave out.
required="check obb radius support center face cast_ray outline size_count vertex_count"
optional="reach plain"

write() { printf '%s\n' "$1" >"$tree/$2"; }

# The list with the lines that are given behind it: as old as the original, so that nothing is compiled again
# when it was there before.
write_list() {
  { cat "$source/$list" && printf '%s' "$1"; } >"$tree/$list"
  touch -r "$source/$list" "$tree/$list"
}

copy_sources() {
  rm -rf "$tree"
  mkdir -p "$tree"
  cp -Rp "$source"/{CMakeLists.txt,CONTRIBUTING.md,include,base,broadphase,narrowphase,engine,tests} "$tree"
}

# Each function of the cube tells its name once, so that it is known which were asked.
watched() {
  sed -E 's/^(static [a-z0-9_ ]+[ *])([a-z_]+)(\(const carom_shape .*\) \{)/\1\2\3 SEEN(\2);/' <<<"$cube" |
    sed '/^#include "box_core.h"/i #include "seen.h"'
}

# without COLUMN...: the cube's file without these columns of its class, and without warnings of functions
# that nothing uses then.
without() {
  local columns=$*
  { sed -E "/^ +\.(${columns// /|}) = /d" <<<"$cube"; } | sed 's/^static /static inline /'
}

# make_programs NAME...
make_programs() { cmake --build "$build" -j 2 --target "$@" >"$log" 2>&1; }

# run NAME: runs a program for a moment, which is longer for the fuzzers.
run() {
  local scale=0.02
  [[ $1 != smoke_* ]] || scale=0.3
  CAROM_TEST_SCALE=$scale "$build/tests/$1" >"$log" 2>&1
}

# runs_with CUBE [watched]: every program passes, and has asked the cube where it is watched.
runs_with() {
  local entry name
  for entry in $programs; do
    name=${entry%:*}
    rm -f "$seen"
    CAROM_KIND_SEEN=$seen run "$name" || fail "$name fails with $1"
    [ $# -eq 1 ] || grep -qsx "${entry#*:}" "$seen" || fail "$name never asked the cube for its ${entry#*:}"
  done
  echo "$(wc -w <<<"$programs") programs take $1"
}

# forgotten WHAT TEXT COMMAND...: the command fails, and its messages have the text.
forgotten() {
  local what=$1 text=$2
  shift 2
  ! "$@" >"$log" 2>&1 || fail "nothing fails without $what"
  grep -qF -- "$text" "$log" || fail "what fails without $what does not say '$text'"
  echo "without $what: $(grep -m1 -oE -- "(error: |undefined reference|carom__).*" "$log")"
}

# Compiles the file of the cube and nothing else: the rest would be compiled anew for the shorter list.
compile_alone() {
  local folders=("$tree"/include "$tree"/base/* "$tree"/narrowphase/shape)
  "$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")" -std=c11 -fsyntax-only \
    "${folders[@]/#/-I}" "$tree/$file"
}

# table_of CUBE: builds and runs the test of the classes with this file of the cube.
table_of() {
  write "$1" "$file"
  cmake --build "$build" -j 2 --target test_kind_table && "$build/tests/test_kind_table"
}

# --- The steps ---

page=$source/CONTRIBUTING.md
line=$(grep -o -m1 'CAROM_SHAPE_KIND(CUBE.*)' "$page") || fail "CONTRIBUTING.md shows no line"
for named in "$list" "narrowphase/kinds/shape_<name>.c" tests/add_kind/shape_cube.c; do
  grep -qF "$named" "$page" || fail "CONTRIBUTING.md does not name $named"
done
cube=$(<"$source/tests/add_kind/shape_cube.c")

copy_sources
write_list "$line"$'\n'
write "$(<"$source/tests/add_kind/seen.h")" narrowphase/kinds/seen.h
write "$(watched)" "$file"
cmake -S "$tree" -B "$build" "$@" -DCMAKE_BUILD_TYPE=Release \
  -DCAROM_BUILD_SAMPLES=OFF -DCAROM_BUILD_BENCH=OFF >"$log" 2>&1 || fail "cmake fails"
read -ra names <<<"$(tr '\n' ' ' <<<"$programs" | sed 's/:[a-z_]*//g')"
make_programs test_headers test_kind_table "${names[@]}" || fail "the tree with a cube does not build"
run test_kind_table || fail "the class of the cube lacks something"
runs_with "the cube" watched

# shellcheck disable=SC2086 # a list of words
write "$(without $optional)" "$file"
make_programs "${names[@]}" || fail "a cube without $optional does not build"
runs_with "a cube without ${optional// / and }"

# --- Steps that are forgotten ---

for column in $required; do
  forgotten "the column $column" "carom__cube_class has no \`$column\`" table_of "$(without "$column")"
done
forgotten "the column sizes_at" "\`sizes_at\`" table_of "$(without sizes_at)"
rm "$tree/$file"
forgotten "the file" carom__cube_class make_programs test_kind_table
write "$cube" "$file"
write_list ""
forgotten "the line" cube compile_alone
echo "1 passed, 0 failed"
