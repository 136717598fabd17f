#!/usr/bin/env bash
# Adds kinds of shape that the library does not have, a cube and a square, by the steps of CONTRIBUTING.md.
#
# Usage: add_kind.sh SOURCE FOLDER CMAKE-ARGUMENT...
#
# FOLDER gets a copy of the sources, with one line and one file more for each kind, and a build of it.
# Programs that walk the list of kinds must pass, and must have asked the new ones. Then each step is
# forgotten in turn, and something must fail with a message that names what is missing.
set -euo pipefail
source=$1 folder=$2
shift 2
tree=$folder/tree build=$folder/build log=$folder/log
list=include/carom/shapes.def
page=$source/CONTRIBUTING.md

# Programs, each with a column of a new class that it must have asked.
programs="
test_shapes:cube.face test_kinds:cube.support test_shape_bounds:cube.vertex test_batch:cube.support
test_collide:cube.face test_cast:cube.support test_line_cast:cube.support test_impact:cube.obb
test_distance:cube.support test_signed_distance:cube.support test_point_distance:cube.vertex
test_reuse:cube.support test_support:cube.support test_planar_kinds:square.flat
test_random_worlds:cube.face test_world_fuzz:cube.check test_planar_world:square.flat test_swept:cube.support
test_threads:cube.support test_query_rays:cube.cast_ray test_query_overlaps:cube.support
test_query_casts:cube.support test_query_near:cube.support test_query_touching:cube.support
test_query_index:cube.support test_draw:cube.outline test_mass:cube.cast_ray test_snapshot:cube.check
test_rollback:cube.check test_forged_saves:cube.check test_forged_recordings:cube.check
test_forged_rollback:cube.check
smoke_calls:cube.support smoke_calls:square.flat smoke_recording:cube.support smoke_recording:square.flat
smoke_rollback:cube.support smoke_rollback:square.flat smoke_snapshot:cube.support smoke_snapshot:square.flat"
read -ra names <<<"$(tr '\n' ' ' <<<"$programs" | sed 's/:[a-z_.]*//g')"

# What each class has, and what it may leave out.
common="check obb support cast_ray outline size_count vertex_count"
declare -A columns=([cube]="$common face" [square]="$common vertex flat")
optional="plain"

fail() {
  echo "add_kind: $*"
  [ ! -s "$log" ] || tail -n 40 "$log" | cut -c -400
  echo "0 passed, 1 failed"
  exit 1
}

write() { printf '%s\n' "$1" >"$tree/$2"; }
file_of() { echo "narrowphase/kinds/shape_$1.c"; }
original() { cat "$source/tests/add_kind/shape_$1.c"; }

# line_of KIND: the line that the page shows for it.
line_of() {
  grep -o -m1 "CAROM_SHAPE_KIND(${1^^}, .*)" "$page" || fail "CONTRIBUTING.md has no line of a $1"
}

# Files that are as they were keep their time, so that a second run compiles only what has changed.
copy_sources() {
  local new=$folder/new path
  rm -rf "$new"
  mkdir -p "$new"
  cp -R "$source"/{CMakeLists.txt,CONTRIBUTING.md,include,base,broadphase,narrowphase,engine,tests} "$new"
  printf '%s\n' "$(line_of cube)" "$(line_of square)" >>"$new/$list"
  while read -r path; do
    ! cmp -s "$new/$path" "$tree/$path" || touch -r "$tree/$path" "$new/$path"
  done < <(cd "$new" && find . -type f)
  rm -rf "$tree"
  mv "$new" "$tree"
}

# watched KIND: its file, in which each function tells its name once, so that it is known which were asked.
watched() {
  original "$1" |
    sed -E "s/^(static [a-z0-9_ ]+[ *])([a-z_]+)(\(const carom_shape .*\) \{)/\1\2\3 SEEN($1, \2);/" |
    sed '/^#include "\(box_core\|flat_class\).h"/i #include "seen.h"'
}

# without KIND COLUMN...: its file without these columns of the class, and without warnings of functions that
# nothing uses then.
without() {
  local left_out="${*:2}"
  original "$1" | sed -E "/^ +\.(${left_out// /|}) = /d; s/^static /static __attribute__((unused)) /"
}

# make_programs NAME...
make_programs() { cmake --build "$build" -j 2 --target "$@" >"$log" 2>&1; }

# run NAME: runs a program for a moment, which is longer for the fuzzers. NAME.seen tells what it has asked.
run() {
  local scale=0.02
  [[ $1 != smoke_* ]] || scale=0.6
  rm -f "$folder/$1.seen"
  CAROM_KIND_SEEN=$folder/$1.seen CAROM_TEST_SCALE=$scale "$build/tests/$1" >"$folder/$1.log" 2>&1
}

# run_all NAME...: runs programs, two at a time, and prints the names of those that fail.
run_all() {
  export -f run
  folder=$folder build=$build xargs -P 2 -I{} bash -c 'run {} || echo {}' <<<"$(printf '%s\n' "$@" | sort -u)"
}

# runs_with KINDS [watched]: every program passes, and has asked what it must where the kinds are watched.
runs_with() {
  local entry failed
  # shellcheck disable=SC2046 # several words
  read -r failed < <(run_all $(sed 's/:[a-z_.]*//g' <<<"$programs")) || true
  [ -z "$failed" ] || { log=$folder/$failed.log; fail "$failed fails with $1"; }
  for entry in $programs; do
    [ $# -eq 1 ] || grep -qsx "${entry#*:}" "$folder/${entry%:*}.seen" ||
      fail "${entry%:*} never asked for ${entry#*:}"
  done
  echo "the programs take $1"
}

# forgotten WHAT TEXT COMMAND...: the command fails, and its messages have the text.
forgotten() {
  local what=$1 text=$2
  shift 2
  ! "$@" >"$log" 2>&1 || fail "nothing fails without $what"
  grep -qF -- "$text" "$log" || fail "what fails without $what does not say '$text'"
  echo "without $what: $(grep -m1 -oE -- "(error: |undefined reference|carom__).*" "$log")"
}

# compile_without_line KIND: compiles its file and nothing else, with the list of the sources.
compile_without_line() {
  local folders=("$source"/include "$tree"/base/* "$tree"/narrowphase/{shape,kinds})
  "$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")" -std=c11 -fsyntax-only \
    "${folders[@]/#/-I}" "$tree/$(file_of "$1")"
}

# table_of KIND COLUMN...: builds and runs the test of the classes without these columns.
table_of() {
  write "$(without "$@")" "$(file_of "$1")"
  make_programs test_kind_table || return
  run test_kind_table || { cat "$folder/test_kind_table.log"; return 1; }
}

# --- The steps ---

for named in "$list" "$(file_of '<name>')" tests/add_kind/shape_{cube,square}.c; do
  grep -qF "$named" "$page" || fail "CONTRIBUTING.md does not name $named"
done
copy_sources
write "$(<"$source/tests/add_kind/seen.h")" narrowphase/kinds/seen.h
for kind in cube square; do write "$(watched $kind)" "$(file_of $kind)"; done
cmake -S "$tree" -B "$build" "$@" -DCMAKE_BUILD_TYPE=Release \
  -DCAROM_BUILD_SAMPLES=OFF -DCAROM_BUILD_BENCH=OFF >"$log" 2>&1 || fail "cmake fails"
make_programs test_headers test_kind_table "${names[@]}" || fail "the tree with a cube does not build"
run test_kind_table || { log=$folder/test_kind_table.log; fail "a class lacks something"; }
runs_with "a cube and a square" watched

# shellcheck disable=SC2086 # a list of words
for kind in cube square; do write "$(without $kind $optional)" "$(file_of $kind)"; done
# What only stores shapes does not ask for these columns.
storing='(test_(forged|world|random|threads|rollback|snapshot)|smoke_)[a-z_]*:[a-z.]*'
programs=$(sed -E "s/$storing//g" <<<"$programs")
read -ra names <<<"$(tr '\n' ' ' <<<"$programs" | sed 's/:[a-z_.]*//g')"
make_programs "${names[@]}" || fail "classes without $optional do not build"
runs_with "both without $optional"

# Boxes around a cube are a little wider when nobody knows that it has vertices.
programs=$(sed -E 's/test_shape(s|_bounds):[a-z.]*//g' <<<"$programs")
# shellcheck disable=SC2086 # a list of words
write "$(without cube $optional vertex vertex_count)" "$(file_of cube)"
make_programs "${names[@]}" || fail "a cube without vertices does not build"
runs_with "a cube without vertices"

# --- Steps that are forgotten ---

for kind in cube square; do
  for column in ${columns[$kind]}; do
    forgotten "$column" "carom__${kind}_class has no \`$column\`" table_of $kind "$column"
  done
  forgotten "sizes_at" "\`sizes_at\`" table_of $kind sizes_at
  write "$(original $kind)" "$(file_of $kind)"
  forgotten "the line" $kind compile_without_line $kind
  rm "$tree/$(file_of $kind)"
  forgotten "the file" carom__${kind}_class make_programs test_kind_table
  write "$(original $kind)" "$(file_of $kind)"
done
echo "1 passed, 0 failed"
