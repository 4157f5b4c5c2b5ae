#!/usr/bin/env bash
# The tour: four short stories, told with the tool itself, each with its picture. Run by './dev demo'; writes to demo/.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p demo
swept=build/swept

bold='' dim='' plain=''
[ ! -t 1 ] || bold=$'\033[1m' dim=$'\033[2m' plain=$'\033[0m'
story() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }
say() { printf '\n%s\n' "$*"; }
show() { printf '%s$ swept %s%s\n' "$dim" "$*" "$plain"; $swept "$@"; }
brief() { show "$@" | sed -E '/^  (start|point|normal|end|margin) /d'; }

# Pages, where the tool has its viewer; else scenes for other programs.
ending=html
$swept sweep solid:box solid:box --at 3,0,0 --translate 1,0,0 --picture demo/.try.html --quiet >/dev/null 2>&1 || ending=glb
rm -f demo/.try.html

story "1. A bolt goes into its nut"
say "A thread is within hundredths of a millimetre all round, for many turns: samples and convex pieces are lost there.
One screw of three turns, with the thread's own pitch of 2, is proven free at every moment:"
brief sweep solid:bolt solid:nut --at 0,0,-26 --screw 0,0,0 0,0,1 1080 6 --picture demo/1-bolt-in-its-nut.$ending
say "With a pitch that is 1 % longer, flank meets flank, and the bolt stops exactly there:"
brief sweep solid:bolt solid:nut --at 0,0,-26 --screw 0,0,0 0,0,1 1080 6.06 --picture demo/1-bolt-with-a-wrong-pitch.$ending

story "2. A part finds its way out of a housing"
say "A T-shaped bolt, not convex, lies in a housing with upright slots. Straight on, its head is stopped:"
cat > demo/bolt.off <<'END'
OFF
16 10 0
-0.3 -1 0.2
0.3 -1 0.2
0.3 -0.2 0.2
3 -0.2 0.2
3 0.2 0.2
0.3 0.2 0.2
0.3 1 0.2
-0.3 1 0.2
-0.3 -1 -0.2
0.3 -1 -0.2
0.3 -0.2 -0.2
3 -0.2 -0.2
3 0.2 -0.2
0.3 0.2 -0.2
0.3 1 -0.2
-0.3 1 -0.2
8 0 1 2 3 4 5 6 7
8 15 14 13 12 11 10 9 8
4 8 9 1 0
4 9 10 2 1
4 10 11 3 2
4 11 12 4 3
4 12 13 5 4
4 13 14 6 5
4 14 15 7 6
4 15 8 0 7
END
quarter='"rotation":[0.7071067811865476,0.7071067811865476,0,0]'
printf '{"translation":[0,0,1.05]}\n{"translation":[6,0,1.05]}\n' > demo/straight.jsonl
printf '{"translation":[0,0,1.05]}\n{"translation":[0,0,1.05],%s}\n{"translation":[6,0,1.05],%s}\n' "$quarter" "$quarter" > demo/turned.jsonl
brief path demo/bolt.off solid:room --poses demo/straight.jsonl --picture demo/2-straight-out.$ending
say "Turned by a quarter first it passes, and is never closer to anything than 0.03:"
brief path demo/bolt.off solid:room --poses demo/turned.jsonl --clearance 0.03 --picture demo/2-turned-and-out.$ending

story "3. Two cars, one step, all collisions"
say "One car runs into the side of another that drives by. Not the first contact alone, but everything that meets within the
step, with how squarely the surfaces face each other, so that a simulation can solve them together:"
brief collisions solid:car solid:car --merge 1e-9 --at -3.4,0,0 --translate 1,0,0 \
  --obstacle-at 0,-0.3,0,0.7071067811865476,0,0,0.7071067811865476 \
  --obstacle-to 0,0.2,0,0.7071067811865476,0,0,0.7071067811865476 --group-within 0.05 --picture demo/3-two-cars.$ending

story "4. A crater in a level"
say "A level of four rooms. A ray runs from one room towards another, and a wall is in its way:"
show make level,rooms=4,seed=18 -o demo/level.world.json
brief world demo/level.world.json cast --from 1.2,11.6,0.7 --to 17,11,0.7 --picture demo/4-before.$ending
say "A ball is blown out of the wall. What was closed stays closed, and what was taken out is a solid of its own:"
show world demo/level.world.json carve solid:sphere,radius=1.25,rings=7,segments=11 --at 5.3,10.6,0.9 \
  -o demo/crater.world.json --piece demo/rubble.obj --picture demo/4-the-crater.$ending
say "The same ray goes on, through the hole to the far wall:"
brief world demo/crater.world.json cast --from 1.2,11.6,0.7 --to 17,11,0.7 --picture demo/4-after.$ending

story "Pictures, to look at in a browser"
ls -1 demo/*.$ending
say "Your own: build/swept sweep MOVER.stl OBSTACLE.stl --translate 0,0,-40 --picture answer.$ending
Every command explains itself with --help; './dev example' lists small programs in C++; docs/start.md goes on from here."
