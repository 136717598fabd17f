#!/usr/bin/env bash
# Convex pieces of the world's land next to those of other programs, npm's poly-decomp and earcut, which
# are fetched.
#   bench/rings/peers.sh [110m|50m]
set -euo pipefail
cd "$(dirname "$0")/../.."
detail=${1:-110m} folder=build/coast
samples/coast.sh "$detail" $folder/picture.svg >/dev/null 2>&1
[ -d $folder/node_modules/earcut ] ||
  npm install --silent --prefix $folder poly-decomp@0.3.0 earcut@3.2.4 >/dev/null
cmake -S . -B build/bench -DCAROM_BUILD_TESTS=OFF -DCAROM_BUILD_SAMPLES=OFF >/dev/null
cmake --build build/bench --target bench_rings >/dev/null
build/bench/bench/bench_rings $folder/land-"$detail".json $folder/lands.jsonl
cp bench/rings/peers.mjs $folder # beside the packages, where it finds them
node $folder/peers.mjs $folder/lands.jsonl
