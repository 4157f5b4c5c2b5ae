#!/usr/bin/env bash
# What swept does today, told with the tool itself. Run by './dev demo'; writes to demo/.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p demo
swept=build/swept

bold='' plain=''
[ ! -t 1 ] || bold=$'\033[1m' plain=$'\033[0m'
step() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }
show() { printf '$ %s\n' "$*"; "$@"; }
brief() { show "$@" | sed -E '/^  (start|point|normal|end|zone) /d'; }

step "1. Shapes without files: parametric solids, written in any format"
show $swept make room,doors=3 -o demo/room.obj
show $swept make torus,rings=112,sides=56 -o demo/torus.ply
show $swept make car -o demo/car.stl

step "2. What is this mesh? A room is one solid; its inner edges and flat seams can never touch first"
show $swept info demo/room.obj

step "3. Triangle soup from an STL file becomes a closed solid again: 16 vertices, not 84"
show $swept info demo/car.stl

step "4. Coplanar neighbours can be merged into larger faces"
show $swept info --merge 1e-9 demo/room.obj

step "5. Do two things interfere? Exactly: a car on the ground touches it, a millimetre lower it overlaps"
ground=solid:box,size=10x10x1
show $swept overlap demo/car.stl $ground --at 0,0,0.5
show $swept overlap demo/car.stl $ground --at 0,0,0.499
show $swept overlap demo/torus.ply demo/torus.ply --at 0.7,0,0,0.7071067811865476,0.7071067811865476,0,0

step "6. Many questions at once: JSON lines in, JSON lines out, in order and on all cores"
printf '{"id":"parked","pose_a":{"translation":[0,0,0.5]}}\n{"id":"afar","pose_a":{"translation":[9,0,0.5]}}\n' > demo/poses.jsonl
show $swept overlap demo/car.stl $ground --batch demo/poses.jsonl

step "7. How far does it get? The car drives at a wall, a gate turns into a post"
show $swept sweep demo/car.stl solid:box,size=1x10x4 --translate 20,0,0 --obstacle-at 10,0,0
show $swept sweep solid:box,size=4x0.2x1 solid:box,size=0.1x0.1x2 --rotate 0,0,0 0,0,1 90 --obstacle-at 0,1.5,0

step "8. A bolt goes into its nut along its own pitch, three turns in one screw; 1 % more and a thread stops it"
brief $swept sweep solid:bolt solid:nut --at 0,0,-26 --screw 0,0,0 0,0,1 1080 6
brief $swept sweep solid:bolt solid:nut --at 0,0,-26 --screw 0,0,0 0,0,1 1080 6.06
echo "Turned in, and then pushed straight on:"
brief $swept sweep solid:bolt solid:nut --at 0,0,-20 --translate 0,0,2

step "9. The same as a path, a pose each third of a turn: how much clearance does it keep?"
awk 'BEGIN { third = atan2(0, -1) / 3  # half the angle, for the quaternion
  for (i = 0; i <= 9; ++i) printf "{\"translation\":[0,0,%.17g],\"rotation\":[%.17g,0,0,%.17g]}\n",
    -26 + i * 2 / 3, cos(i * third), sin(i * third) }' > demo/turns.jsonl
brief $swept path solid:bolt solid:nut --poses demo/turns.jsonl --clearance 0.025
brief $swept path solid:bolt solid:nut --poses demo/turns.jsonl --clearance 0.04

step "10. What holds a thing where it came to rest, and how far is it from something else?"
show $swept contacts demo/car.stl $ground --at 0,0,0.5 --reduced
show $swept distance demo/car.stl demo/room.obj --at 0,9,0.5

step "11. What does a ray, or a ball, hit first? A look through a doorway, a ball rolled at it, all that a drill would go through"
show $swept cast demo/room.obj --from -9,0,1 --to 9,0,1
show $swept cast demo/room.obj --from -9,0,1 --to 9,0,1 --radius 0.6 --buffer 0.01
show $swept cast demo/room.obj --from -2,-9,1 --direction 0,1,0 --all --sides both

step "12. All collisions of a step: one car runs into the side of another that drives by; and the collision screen of two tori, drawn"
brief $swept collisions demo/car.stl demo/car.stl --merge 1e-9 --at -3.4,0,0 --translate 1,0,0 --obstacle-at 0,-0.3,0,0.7071067811865476,0,0,0.7071067811865476 --obstacle-to 0,0.2,0,0.7071067811865476,0,0,0.7071067811865476 --group-within 0.05
brief $swept collisions solid:torus,rings=20,sides=15 solid:torus,rings=20,sides=15 --merge 1e-9 --at 0.4,-0.8,-1.3,0.96,0,0.28,0 --screw -2,0,0 0,0,1 45 2.4 --min-properness 0 --group-within 0.05
show $swept collisions solid:torus,rings=20,sides=15 solid:torus,rings=20,sides=15 --merge 1e-9 --at 0.4,-0.8,-1.3,0.96,0,0.28,0 --screw -2,0,0 0,0,1 45 2.4 --min-properness 0 --resolution 0.05 --screen demo/collision-screen.svg

step "13. A world of rooms: looked at, a wall blown open, the same ray before and after"
show $swept make level,rooms=4,seed=18 -o demo/level.world.json
show $swept world demo/level.world.json --rooms
brief $swept world demo/level.world.json cast --from 1.2,11.6,0.7 --to 17,11,0.7
show $swept world demo/level.world.json carve solid:sphere,radius=1.25,rings=7,segments=11 --at 5.3,10.6,0.9 -o demo/crater.world.json --piece demo/rubble.obj
brief $swept world demo/crater.world.json cast --from 1.2,11.6,0.7 --to 17,11,0.7

step "14. Bad input gets one line that names the place and says what to do"
printf 'v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n' > demo/broken.obj
show $swept info demo/broken.obj || echo "(exit code $?)"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n' > demo/broken.obj
show $swept info demo/broken.obj || echo "(exit code $?)"
rm demo/broken.obj

step "15. The same in C++: small programs of examples/, each a lesson ('./dev example' lists them)"
for name in quickstart slide door assembly robot pick car_step crater contacts spheres bolt_and_nut; do
  show build/examples/example_$name
done

step "16. Pictures: the solids, edges coloured by kind; a cut through the bolt in its nut; a level as four million rays see it; a crater in a wall"
show build/examples/example_gallery demo/solids.svg
show build/examples/example_thread_cut demo/bolt-and-nut.svg
show build/examples/example_render demo/level.png
show build/examples/example_world_cut demo/world-crater.svg
show build/examples/example_collision_screen demo/cars-screen.svg

step "Written"
ls -1 demo/*
