#!/usr/bin/env bash
# Opens pictures that the tool writes in a browser: look_at_pictures.sh SWEPT NODE VIEWER_FOLDER [--shots FOLDER].
# Meshes of 1, some 100 and 1,000,000 triangles among them.
set -euo pipefail
swept=$1 node=$2 viewer=$3
shift 3
if [ ! -f "$viewer/viewer.html" ]; then echo "skipped: the viewer was not bundled"; exit 0; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n' > triangle.off
box=solid:box,size=0.4x0.4x0.4
"$swept" sweep triangle.off triangle.off --at 0,0,1 --translate 0,0,-2 --picture one.html --quiet
"$swept" sweep solid:car solid:gear --at 0,0,5 --screw 0,0,0 0,0,1 90 -9 --picture hundred.html --quiet
"$swept" sweep $box solid:torus,rings=1000,sides=500 --at 3,0,0 --translate -4,0,0 --picture million.html --quiet
"$swept" collisions solid:car solid:car --translate 3,0,0 --obstacle-at 5,0.4,0 --picture collisions.html --quiet
"$swept" contacts solid:box solid:box --obstacle-at 1,0,0 --picture contacts.html --quiet
"$swept" world solid:level,rooms=4 cast --from 0,0,1.2 --to 30,4,1.2 --radius 0.2 --picture world.html --quiet
"$swept" simulate scene:dominoes,count=12 --seconds 1 --picture dominoes.html --quiet
"$swept" simulate scene:crater,chunks=8 --seconds 1 --picture crater.html --quiet
"$node" "$viewer/test/picture_check.mjs" "$@" ./*.html
