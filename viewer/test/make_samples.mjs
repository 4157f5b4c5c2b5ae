// Sample scenes by FORMAT.md: node make_samples.mjs VIEWER.html FOLDER writes NAME.html and NAME.glb of each.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GlbWriter } from './glb_writer.mjs';
import { bolt, box, plate, shell, sphere, stairs, torus } from './solids.mjs';

/// One triangle against one: the smallest scene there is.
export function triangle() {
  const w = new GlbWriter({ command: 'overlap', title: 'one.obj and one.obj', state: 'touching', centre: [0, 0, 0], size: 1.5,
    rows: [['witness', 'face 0 of A meets face 0 of B'], ['point', '0,0,0']],
    contacts: [{ kind: 'witness', point: [0, 0, 0], text: 'face 0 of A meets face 0 of B', a: { name: 'one.obj', face: 0 }, b: { name: 'one.obj', face: 0 } }] });
  const mesh = w.mesh({ points: [0, 0, 0, 1, 0, 0, 0.2, 0.9, 0.3], polygons: [[0, 1, 2]], edges: [[0, 1], [1, 2], [2, 0]] });
  w.node({ role: 'obstacle', name: 'one.obj', index: 0 }, mesh);
  return w;
}

/// A bolt that misses the hole: hit, ghosts, trail, margin. Far from the origin, so that single precision would fail.
export function sweep() {
  const centre = [1000, -2000, 500], margin = 4.2e-9, fraction = 0.43999999895, gap = margin;
  const free_z = 0.25 + 1.5 + gap;  // plate's top, half the bolt
  const start = [0.35, 0, free_z + fraction * 6.25], wanted = [0.35, 0, start[2] - 6.25];
  const place = (v) => [0.35, 0, start[2] + v * (wanted[2] - start[2])];
  const stop = [0.35, 0, free_z];
  const touch = [0.35 + 0.5 * Math.cos(Math.PI / 6), 0.25, 0.25];
  const point = touch.map((x, i) => x + centre[i]);
  const w = new GlbWriter({ command: 'sweep', title: 'bolt.stl past plate.stl', state: 'hit', centre, size: 10.1, margin,
    rows: [['start', 'separate'], ['free', `44.00 % of the motion, fraction ${fraction}`], ['travelled', '2.7499999934375 of 6.25'],
      ['contact', 'vertex 1 of the mover meets face 14 of the obstacle'], ['point', point.join(',')],
      ['normal', '0,0,1 from obstacle to mover'], ['apart', String(gap)], ['end', stop.map((x, i) => x + centre[i]).join(',')], ['margin', String(margin)]],
    timeline: { label: 'fraction', from: 0, to: 1, seconds: 4, free: fraction, marks: [{ at: fraction, text: 'hit', contact: 0 }] },
    contacts: [{ kind: 'vertex-face', point, normal: [0, 0, 1], separation: gap, at: fraction,
      text: 'vertex 1 of the mover meets face 14 of the obstacle',
      a: { name: 'bolt.stl', face: 0, vertices: [1] }, b: { name: 'plate.stl', face: 14, vertices: [11, 8, 12, 15] } }] });
  const mover = w.mesh(bolt(12, 0.5, 0.95, 3, 0.6)), obstacle = w.mesh(plate(5, 1.1, 0.5));
  const node = w.node({ role: 'mover', name: 'bolt.stl', index: 0 }, mover, { translation: stop });
  w.animate(node, 'translation', [0, 4 * fraction, 4], [start, stop, stop]);
  w.node({ role: 'obstacle', name: 'plate.stl', index: 0 }, obstacle);
  for (const at of [0, 0.15, 0.3]) w.node({ role: 'ghost', index: 0, at }, mover, { translation: place(at) });
  w.node({ role: 'ghost', index: 0, at: 1, wanted: true }, mover, { translation: wanted });
  w.node({ role: 'trail', index: 0 }, w.line([0, 0.25, 0.5, 0.75, 1].map((s) => [touch[0], touch[1], touch[2] + s * (start[2] - free_z)])));
  contact_nodes(w, [touch], [[0, 0, 1]], margin);
  return w;
}

/// What C++ writes for other viewers; ours draws from the list.
function contact_nodes(w, points, normals, margin) {
  const mark = w.mesh({ points: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1],
    polygons: [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]] });
  points.forEach((translation, index) => {
    w.node({ role: 'contact', index }, mark, { translation, scale: [0.05, 0.05, 0.05] });
    if (normals[index]) w.node({ role: 'normal', index }, w.line([[0, 0, 0], normals[index]]), { translation });
    if (margin) w.node({ role: 'margin', index }, mark, { translation, scale: [margin, margin, margin] });
  });
}

/// A box that stands on a floor: four contacts, nothing moves.
export function contacts() {
  const corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
  const w = new GlbWriter({ command: 'contacts', title: 'solid:box and solid:box,size=4x4x0.5', state: 'touching', centre: [0, 0, 0.25], size: 6, margin: 1.7e-9,
    rows: [['relation', 'touching, 4 contacts'], ['tolerance', '3.4641016151377544e-09'], ['margin', '1.7320508075688772e-09']],
    contacts: corners.map(([x, y], i) => ({ kind: 'vertex-face', point: [x, y, 0], normal: [0, 0, 1], separation: 0,
      text: `vertex ${i} of A, face 5 of B`, a: { name: 'solid:box', face: 4, vertices: [i] },
      b: { name: 'solid:box,size=4x4x0.5', face: 5, vertices: [4, 5, 6, 7] } })) });
  w.node({ role: 'mover', name: 'solid:box', index: 0 }, w.mesh(box(1, 1, 1)), { translation: [0, 0, 0.25] });
  w.node({ role: 'obstacle', name: 'solid:box,size=4x4x0.5', index: 0 }, w.mesh(box(4, 4, 0.5)), { translation: [0, 0, -0.5] });
  contact_nodes(w, corners.map(([x, y]) => [x, y, -0.25]), corners.map(() => [0, 0, 1]), 0);
  return w;
}

/// All collisions of a turn, with the collision screen beside.
export function collisions(total = 6) {
  const list = Array.from({ length: total }, (_, i) => {
    const angle = 0.5 + 2.2 * i / total;
    return { kind: i % 3 ? 'edge-edge' : 'vertex-face', point: [1.6 * Math.cos(angle), 1.6 * Math.sin(angle), 0.12 * (i % 5) - 0.2],
      normal: [Math.sin(angle), -Math.cos(angle), 0], at: 0.12 + 0.8 * i / total, properness: 0.5 + 0.05 * (i % 9),
      text: `${i % 3 ? 'edge' : 'vertex'} ${i} of the mover meets ${i % 3 ? 'edge' : 'face'} ${3 * i} of the obstacle`,
      a: { name: 'gate', face: i, vertices: i % 3 ? [i, i + 1] : [i] }, b: { name: 'posts', face: 3 * i, vertices: [1, 2] } };
  });
  const dots = list.slice(0, 40).map((c, i) => `<circle cx="${40 + 300 * c.at}" cy="${150 - 90 * (c.properness - 0.5) - 12 * (i % 4)}" r="4" fill="#d4106f"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 380 200"><rect width="380" height="200" fill="#fff"/>
<path d="M40 20V160H350" fill="none" stroke="#52606f"/><path d="M40 150C120 60 200 130 340 40" fill="none" stroke="#a9b9cb" stroke-width="14" opacity=".6"/>${dots}
<text x="195" y="188" font-family="sans-serif" font-size="12" fill="#52606f" text-anchor="middle">fraction of the turn</text><script>window.bad = 1</script></svg>`;
  const w = new GlbWriter({ command: 'collisions', title: 'gate past posts', state: 'hit', centre: [0, 0, 0], size: 5,
    rows: [['motion', 'turn of 180 degrees about 0,0,0 along 0,0,1'], ['collisions', String(total)], ['first', `at fraction ${list[0].at}`]],
    timeline: { label: 'fraction', from: 0, to: 1, seconds: 4, marks: list.slice(0, 40).map((c, contact) => ({ at: c.at, text: c.kind, contact })) },
    contacts: list, inset: { title: 'Collision screen', svg } });
  const mover = w.mesh(box(2, 0.1, 1)), post = w.mesh(box(0.2, 0.2, 1.2));
  const turned = (v) => {
    const angle = Math.PI * v;
    return { translation: [Math.cos(angle), Math.sin(angle), 0], rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] };
  };
  const node = w.node({ role: 'mover', name: 'gate', index: 0 }, mover, turned(1));
  const keys = Array.from({ length: 33 }, (_, i) => i / 32);
  w.animate(node, 'translation', keys.map((v) => 4 * v), keys.map((v) => turned(v).translation));
  w.animate(node, 'rotation', keys.map((v) => 4 * v), keys.map((v) => turned(v).rotation));
  for (const at of [0, 0.25, 0.5, 0.75]) w.node({ role: 'ghost', index: 0, at }, mover, turned(at));
  for (let i = 0; i < 3; ++i) {
    const angle = 0.6 + 0.9 * i;
    w.node({ role: 'obstacle', name: `post ${i}`, index: i }, post, { translation: [1.6 * Math.cos(angle), 1.6 * Math.sin(angle), 0] });
  }
  return w;
}

/// A crate over stairs, pose by pose; stopped in the third leg.
export function path() {
  const poses = [[-3, 0, 1.2], [-1.6, 0, 1.2], [-0.9, 0, 1.75], [1.4, 0.2, 1.75]], free = 2.62;
  const at = (v) => {
    const i = Math.min(poses.length - 2, Math.floor(v));
    return poses[i].map((x, k) => x + (v - i) * (poses[i + 1][k] - x));
  };
  const stop = at(free), touch = [stop[0] + 0.4, stop[1] - 0.4, 1.5];
  const w = new GlbWriter({ command: 'path', title: 'crate.obj over stairs.obj', state: 'hit', centre: [0, 0, 1], size: 7.5, margin: 1e-9,
    rows: [['free', `poses 0 to ${free}`], ['stopped', 'between pose 2 and 3'], ['contact', 'edge 4–5 of the mover meets edge 9–27 of the obstacle']],
    timeline: { label: 'pose', from: 0, to: 3, seconds: 5, free, marks: [{ at: 1, text: 'pose 1' }, { at: 2, text: 'pose 2' }, { at: free, text: 'hit', contact: 0 }] },
    contacts: [{ kind: 'edge-edge', point: [touch[0], touch[1], touch[2]], normal: [-1, 0, 0], separation: 1e-9, at: free,
      text: 'edge 4–5 of the mover meets edge 9–27 of the obstacle', a: { name: 'crate.obj', face: 1, vertices: [4, 5] }, b: { name: 'stairs.obj', face: 9, vertices: [9, 27] } }] });
  const low = (p) => [p[0], p[1], p[2] - 1];
  const mover = w.mesh(box(0.8, 0.8, 0.6));
  const node = w.node({ role: 'mover', name: 'crate.obj', index: 0 }, mover, { translation: low(stop) });
  const keys = [0, 1, 2, free, 3];
  w.animate(node, 'translation', keys.map((v) => 5 * v / 3), keys.map((v) => low(at(Math.min(v, free)))));
  w.node({ role: 'obstacle', name: 'stairs.obj', index: 0 }, w.mesh(stairs(7, 2.4, 0.25, 0.5)), { translation: [stop[0] + 0.4 - 0.75, 0, -0.125] });
  for (const v of [0, 1, 2]) w.node({ role: 'ghost', index: 0, at: v }, mover, { translation: low(at(v)) });
  w.node({ role: 'ghost', index: 0, at: 3, wanted: true }, mover, { translation: low(at(3)) });
  w.node({ role: 'trail', index: 0 }, w.line([0, 1, 2, free].map((v) => low(at(v)))));
  return w;
}

/// Rays and a sphere sent at a ring.
export function cast() {
  const hits = [[-0.55, 0.2], [0, 0.9], [0.6, -0.4]];
  const w = new GlbWriter({ command: 'cast', title: '4 casts at ring.ply', state: 'hit', centre: [0, 0, 0], size: 6,
    rows: [['ray 0', 'hit at 0.4'], ['ray 1', 'hit at 0.42'], ['ray 2', 'hit at 0.38'], ['sphere', 'hit at 0.3, radius 0.35']],
    contacts: hits.map(([x, y], i) => ({ kind: 'ray', point: [x, y, 0.33], normal: [0, 0, 1], text: `ray ${i} meets face ${10 + i}`, b: { name: 'ring.ply', face: 10 + i } })) });
  const ring = torus(48, 20, 1, 0.4);
  w.node({ role: 'obstacle', name: 'ring.ply', index: 0 }, w.mesh(ring));
  for (const [x, y] of hits) {
    w.node({ role: 'ray' }, w.line([[x - 0.6, y, 2.2], [x + 0.6, y, -1.6]]));
    w.node({ role: 'ray', stopped: true }, w.line([[x - 0.6, y, 2.2], [x, y, 0.33]]));
  }
  const ball = w.mesh(sphere(0.35));
  w.node({ role: 'sphere', name: 'sphere 0', index: 0 }, ball, { translation: [-0.95, -0.5, 0.7] });
  w.node({ role: 'ray', stopped: true }, w.line([[-1.9, -1.4, 2], [-0.95, -0.5, 0.7]]));
  return w;
}

/// A car sunk into the ground: the faces that meet, no timeline.
export function overlap() {
  const pairs = Array.from({ length: 160 }, (_, i) => `${i % 7}-${i}`).join(', ');
  const w = new GlbWriter({ command: 'overlap', title: 'crate and ground', state: 'overlapping', centre: [0, 0, 0], size: 5,
    rows: [['witness', 'face 1 of A meets face 5 of B'], ['point', '0.5,0.1,0'], ['pairs', `160: ${pairs}`]],
    contacts: [{ kind: 'witness', point: [0.5, -0.1, 0], text: 'face 1 of A meets face 5 of B', a: { name: 'crate', face: 1 }, b: { name: 'ground', face: 5 } }] });
  const crate = box(1, 1, 1), ground = box(3, 3, 0.4), tilt = { translation: [0, 0, 0.2], rotation: [0, 0, 0, 1] };
  w.node({ role: 'mover', name: 'crate', index: 0 }, w.mesh(crate), tilt);
  w.node({ role: 'obstacle', name: 'ground', index: 0 }, w.mesh(ground), { translation: [0, 0, -0.2] });
  const side = [0, 1, 2, 3].map((face) => crate.polygons[face]);
  w.node({ role: 'faces', name: 'crate' }, w.mesh({ points: crate.points, polygons: side }), tilt);
  return w;
}

/// Bodies in two rooms; the walls face inward, as a room's do.
export function world() {
  const w = new GlbWriter({ command: 'world', title: '3 bodies in 2 rooms, 40 steps', state: 'free', centre: [0, 0, 1], size: 8,
    rows: [['steps', '40'], ['bodies', '3']],
    timeline: { label: 'step', from: 0, to: 40, seconds: 4, marks: [{ at: 12, text: 'body 1 enters room B' }] },
    contacts: [{ kind: 'vertex-face', point: [-0.6, 0.5, 0], normal: [0, 0, 1], separation: 0, at: 40, text: 'body 0 stands on room A' }] });
  const inward = (solid) => ({ ...solid, polygons: solid.polygons.map((polygon) => [...polygon].reverse()) });
  w.node({ role: 'room', name: 'room A', index: 0 }, w.mesh(inward(box(3, 3, 2))), { translation: [-1.5, 0, 0] });
  w.node({ role: 'room', name: 'room B', index: 1 }, w.mesh(inward(box(3, 2.4, 2))), { translation: [1.5, 0, 0] });
  const crate = w.mesh(box(0.6, 0.6, 0.6));
  for (let i = 0; i < 3; ++i) {
    const from = [-2.4 + 0.8 * i, -0.8 + 0.6 * i, -0.7], to = [-0.9 + 1.3 * i, 0.2 + 0.1 * i, -0.7];
    const node = w.node({ role: i ? 'mover' : 'body', name: `body ${i}`, index: i }, crate, { translation: to });
    w.animate(node, 'translation', [0, 4], [from, to]);
  }
  return w;
}

/// A box inside of a closed box: the contact is seen from nowhere.
export function inside() {
  const gap = 2e-9, stop = [1 - gap, 0, 0], start = [-0.9, 0, 0], point = [1.5, -0.5, 0.5], free = 0.76;
  const w = new GlbWriter({ command: 'sweep', title: 'crate in a safe', state: 'hit', centre: [0, 0, 0], size: 7, margin: gap,
    rows: [['start', 'separate'], ['free', String(free)]],
    timeline: { label: 'fraction', from: 0, to: 1, seconds: 4, free, marks: [{ at: free, text: 'hit', contact: 0 }] },
    contacts: [{ kind: 'vertex-face', point, normal: [-1, 0, 0], separation: gap, at: free, text: 'vertex 5 of the mover meets face 7 of the obstacle',
      a: { name: 'crate', face: 1, vertices: [5] }, b: { name: 'safe', face: 7 } }] });
  const node = w.node({ role: 'mover', name: 'crate', index: 0 }, w.mesh(box(1, 1, 1)), { translation: stop });
  w.animate(node, 'translation', [0, 4 * free, 4], [start, stop, stop]);
  w.node({ role: 'obstacle', name: 'safe', index: 0 }, w.mesh(shell(4, 4, 4, 0.5)));
  return w;
}

/// A level of many rooms with walls, and a piece that was carved out of one.
export function carved() {
  const w = new GlbWriter({ command: 'world', title: 'ball out of level', state: 'carved', centre: [0, 0, 0], size: 20, rows: [['changed', 'room 5']] });
  const room = w.mesh(shell(4, 4, 3, 0.2));
  for (let i = 0; i < 12; ++i) w.node({ role: 'room', name: `room ${i}`, index: i }, room, { translation: [4 * (i % 4) - 6, 4 * Math.floor(i / 4) - 4, 0] });
  w.node({ role: 'ghost', index: 0 }, w.mesh(sphere(0.7)), { translation: [-2, 0, -0.5] });
  return w;
}

/// 1,000,000 triangles: must open and turn without hanging.
/// Bodies of a simulation, each with a track of its own; one of them flies far away. They share a mesh.
export function falling() {
  const centre = [0, 0, 0], seconds = 2;
  const w = new GlbWriter({ command: 'simulate', title: 'yard.json: 120 steps at 60 Hz, nothing inside anything', state: 'nothing inside',
    centre, size: 400, rows: [['bodies', '6 dynamic, 0 driven, 1 fixed'], ['asleep', '5 of 6 at the end']],
    timeline: { label: 'seconds', from: 0, to: seconds, seconds, plays: true, marks: [{ at: 1, text: 'ball comes' }] }, contacts: [] });
  const crate = w.mesh(box(1, 1, 1));
  for (let i = 0; i < 6; ++i) {
    const from = [2 * i - 5, 0, 4], to = i === 5 ? [300, 0, -200] : [2 * i - 5, 0.5, 0.5];
    const node = w.node({ role: 'body', name: `crate ${i}`, index: i }, crate, { translation: to });
    w.animate(node, 'translation', [0, 1, seconds], [from, to.map((x, k) => (x + from[k]) / 2), to]);
    w.animate(node, 'rotation', [0, seconds], [[0, 0, 0, 1], [0, 0, Math.SQRT1_2, Math.SQRT1_2]]);
    if (i === 4) w.animate(node, 'scale', [0, 1], [[0, 0, 0], [1, 1, 1]], 'STEP');
  }
  w.node({ role: 'obstacle', name: 'ground', index: 6 }, w.mesh(box(100, 100, 1)), { translation: [0, 0, -0.5] });
  return w;
}

export function million() {
  const w = new GlbWriter({ command: 'contacts', title: 'torus.ply and link.ply', state: 'separate', centre: [0, 0, 0], size: 3.2,
    rows: [['relation', 'separate, 1 contact'], ['tolerance', '0.05']],
    contacts: [{ kind: 'face-vertex', point: [1.43, 0, 0], normal: [1, 0, 0], separation: 0.03, text: 'vertex 0 of A, face 1 of B' }] });
  w.node({ role: 'mover', name: 'torus.ply', index: 0 }, w.mesh(torus(1000, 500, 1, 0.4), { low: false }));
  w.node({ role: 'obstacle', name: 'link.ply', index: 0 }, w.mesh(torus(80, 40, 1, 0.4), { low: false }), { translation: [1.2, 0, 0], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
  return w;
}

export const samples = { triangle, sweep, contacts, collisions, many: () => collisions(450), path, cast, overlap, world, inside, carved, falling, million };

export function page_of(viewer, bytes, title) {
  const escaped = title.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const [before, after] = viewer.split('@SWEPT_GLB@');
  return before.replace('@SWEPT_TITLE@', () => escaped) + bytes.toString('base64') + after;
}

export async function write_samples(viewer_file, folder, names = Object.keys(samples)) {
  const viewer = await readFile(viewer_file, 'utf8');
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    const writer = samples[name](), bytes = writer.bytes();
    await writeFile(join(folder, `${name}.glb`), bytes);
    await writeFile(join(folder, `${name}.html`), page_of(viewer, bytes, writer.words.title));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await write_samples(process.argv[2] ?? 'dist/viewer.html', process.argv[3] ?? 'dist/samples');
}
