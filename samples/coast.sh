#!/usr/bin/env bash
# The sample coast on Natural Earth's land: fetches the npm package world-atlas (the data is in the public
# domain) and draws where the ships have been.
#   samples/coast.sh [110m|50m [PICTURE.svg]]
set -euo pipefail
cd "$(dirname "$0")/.."
detail=${1:-110m} picture=${2:-carom-coast.svg}
folder=build/coast
map=$folder/land-$detail.json
if [ ! -f "$map" ]; then
  mkdir -p $folder
  (cd $folder && npm pack --silent world-atlas@2.0.2 >/dev/null &&
    tar -xzf world-atlas-2.0.2.tgz --strip-components 1 "package/land-$detail.json")
fi
cmake -S . -B build/run -DCAROM_BUILD_TESTS=OFF -DCAROM_BUILD_BENCH=OFF >/dev/null
cmake --build build/run --target sample_coast >/dev/null
exec build/run/samples/sample_coast "$picture" "$map"
