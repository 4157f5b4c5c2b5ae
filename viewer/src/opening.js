// Is the answer hidden at first sight? Then the picture opens with a cut, from where one looks into it.

import * as THREE from 'three';
import { Cut } from './cut.js';

const degrees = THREE.MathUtils.degToRad;

/// { cut, azimuth, elevation }, or null where no cut is needed to see the answer from a view.
export function choose_cut(scene, rig, picker, cut, view) {
  if (!cut.possible) return null;
  const target = enclosed(scene, picker, cut) ?? cut.target(-1), shells = cut.things.some((thing) => thing.role === 'room' && thing.capped);
  // With nothing to show but rooms, their insides are the answer.
  const matters = target.contact || target.of.length > 0;
  if (!matters && !shells) return null;
  // Bodies that fall lie on and in things all the time: one looks at the whole, as it is.
  if (scene.words.timeline?.plays && !scene.things.some((thing) => thing.role === 'room')) return null;
  if (matters && !target.enclosed && !hidden_from(scene, rig, picker, target.place, view)) return null;
  const ends = shells ? [[2, 1]] : [[0, 1], [0, -1], [1, 1], [1, -1], [2, 1], [2, -1]];
  const elevations = shells ? [52, 40, 64] : [24, 14, 38, 52, ...(scene.heavy ? [] : [-20])];
  let best = null;
  for (const [axis, sign] of ends) {
    const place = cut.through(target, axis, sign), plane = Cut.plane(scene, place);
    for (const elevation_deg of elevations) {
      for (let turn = 0; turn < 16; turn += scene.heavy ? 2 : 1) {
        const azimuth = degrees(-58 + 22.5 * turn), elevation = degrees(elevation_deg);
        const away = direction_of(azimuth, elevation), facing = away.dot(plane.normal);
        if (facing < 0.4) continue;
        const score = 0.5 * facing + 0.35 * Math.cos(azimuth - degrees(-58)) - Math.abs(elevation_deg - elevations[0]) / 80
          - (elevation_deg < 0 ? 0.8 : 0) - (axis === 2 && !shells ? 0.15 : 0) + seen(scene, picker, target, away, plane);
        if (!best || score > best.score) best = { cut: place, azimuth, elevation, score };
      }
    }
  }
  return best;
}

/// Where no contact is the answer: what of the mover, there and on its way, is inside of something, where that is a good
/// part of it.
function enclosed(scene, picker, cut) {
  if (cut.target(-1).contact) return null;
  const movers = cut.middle.of.filter((thing) => thing.solid);
  const all = [...movers, ...scene.things.filter((thing) => movers.length && thing.role === 'ghost' && !thing.wanted)]
    .filter((thing) => thing.mesh.triangles);
  const places = all.flatMap((thing) => {
    const { position } = thing.mesh.triangles, count = position.length / 3;
    const step = Math.max(1, Math.floor(count * all.length / 90));
    return Array.from({ length: Math.floor(count / step) }, (_, i) => ({ thing, at: new THREE.Vector3()
      .fromArray(position, 3 * i * step).applyMatrix4(thing.node.group.matrixWorld) }));
  });
  const sides = [-58, 32, 122, 212].map((azimuth) => direction_of(degrees(azimuth), degrees(24)));
  const inside = places.filter(({ at }) => sides.every((direction) => picker.pick(
    { origin: at, direction: direction.clone() }, (thing) => thing.cuttable && thing.solid, null, true)));
  // Of all, or of the mover at the answer alone.
  const share = (some) => inside.filter((place) => some.includes(place)).length / Math.max(1, some.length);
  if (Math.max(share(places), share(places.filter(({ thing }) => movers.includes(thing)))) < 0.2) return null;
  // The mover's own middle, where that is inside too: there the cut is even.
  const { min, max } = new THREE.Box3().setFromPoints(inside.map(({ at }) => at));
  const place = min.clone().add(max).multiplyScalar(0.5);
  for (const k of ['x', 'y', 'z']) {
    const middle = cut.middle.place[k];
    if (middle > min[k] && middle < max[k]) place[k] = middle;
  }
  return { place, of: cut.middle.of, enclosed: true };
}

const direction_of = (azimuth, elevation) => new THREE.Vector3(Math.cos(elevation) * Math.cos(azimuth),
  Math.sin(elevation), -Math.cos(elevation) * Math.sin(azimuth));

function hidden_from(scene, rig, picker, place, { azimuth, elevation }) {
  const { target, distance } = rig.view_of(scene.home_points, azimuth, elevation);
  const eye = target.clone().addScaledVector(direction_of(azimuth, elevation), distance);
  const way = place.clone().sub(eye), length = way.length();
  const hit = picker.pick({ origin: eye, direction: way.normalize() }, (thing) => thing.cuttable && thing.solid, null, true);
  return hit !== null && hit.length < length - 4e-3;
}

/// How well the target is seen from a direction when it is cut.
function seen(scene, picker, { place, contact, of }, away, plane) {
  const clear = (from, only) => !picker.pick({ origin: from.clone().addScaledVector(away, 4e-3), direction: away.clone() },
    only, plane);
  const about = (thing) => thing.cuttable && thing.solid;
  if (!contact) return (clear(place, about) ? 0 : -1.5) + 0.6 * breadth(scene, of, away);
  let score = clear(place, about) ? 0 : -1.5;
  if (score === 0 && !clear(place)) score = -1;
  if (contact.normal) {
    const [x, y, z] = contact.normal, normal = new THREE.Vector3(x, z, -y);
    // A section along the normal shows both sides of the gap; one across it shows one side from above.
    score -= 0.5 * Math.abs(away.dot(normal) - 0.3) + 0.5 * Math.abs(plane.normal.dot(normal));
  }
  return score;
}

/// What is flat is seen best from its broad side: 1 from there, 0 from its edge or where it is not flat.
function breadth(scene, things, away) {
  const size = scene.box(things).getSize(new THREE.Vector3()).toArray(), thin = size.indexOf(Math.min(...size));
  return Math.min(...size) < 0.75 * Math.max(...size) ? Math.abs(away.getComponent(thin)) : 0;
}
