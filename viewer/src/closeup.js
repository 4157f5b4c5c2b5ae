// The view under the microscope. Graphics cards compute in single precision: a mesh of size 1 trembles when looked at
// from less than some 1e-4 of that. So near a target we cut, in double precision, what lies about it out of the meshes
// and draw that instead, relative to the target. The cut-out is some hundred times as wide as the view, so that its rim
// is beyond the horizon.

import * as THREE from 'three';
import { corner_of } from './picking.js';
import { segments_geometry } from './materials.js';

const begins = 2e-4, run = 128;
export const reach = 500;

export class Closeup {
  constructor(scene) {
    this.scene = scene;
    this.group = new THREE.Group();
    this.group.matrixAutoUpdate = false;
    this.active = false;
    this.built = null;
  }

  /// Whether all positions are known beyond single precision.
  get exact() {
    return this.scene.things.every(({ solid, mesh }) => !solid || !mesh.triangles || mesh.triangles.low);
  }

  forget() { this.built = null; }

  update({ target, distance }) {
    const active = distance < begins;
    if (active && this.outdated(target, distance)) this.build(target.clone(), distance);
    if (active) this.group.matrix.makeTranslation(this.built.target.x, this.built.target.y, this.built.target.z);
    this.active = active;
    this.group.visible = active;
  }

  outdated(target, distance) {
    if (!this.built) return true;
    const ratio = distance / this.built.distance;
    return ratio < 0.3 || ratio > 1.6 || target.distanceTo(this.built.target) > 0.3 * reach * this.built.distance;
  }

  build(target, distance) {
    for (const child of [...this.group.children]) child.geometry.dispose();
    this.group.clear();
    this.built = { target, distance };
    const half = reach * distance;
    for (const thing of this.scene.things) {
      if (thing.role === 'ghost' || !thing.shown) continue;
      const cut = { matrix: thing.node.group.matrixWorld.elements, target, half, ...local_box(thing, target, half) };
      const surface = thing.mesh.triangles ? cut_triangles(thing.mesh.triangles, cut) : [];
      // Trails and rays are there to guide the eye from afar; in single precision they would miss what they lead to.
      const { lines: all_lines, lines_low } = thing.mesh;
      const lines = all_lines && (lines_low || thing.solid) ? cut_segments(all_lines, lines_low, cut) : [];
      for (const { object, kind, unused } of thing.parts) {
        if (unused) continue;
        const list = kind === 'lines' ? lines : surface;
        if (list.length) this.add(kind === 'lines' ? segments_geometry(new Float32Array(list)) : plain(list), object);
      }
    }
  }

  add(geometry, like) {
    const object = new THREE.Mesh(geometry, like.material);
    object.matrixAutoUpdate = false;
    object.frustumCulled = false;
    object.renderOrder = like.renderOrder;
    this.group.add(object);
  }
}

function plain(list) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(list), 3));
  return geometry;
}

/// Bounds of the cut-out in the mesh's own coordinates, a little too large.
function local_box(thing, target, half) {
  const matrix = thing.node.group.matrixWorld;
  const middle = target.clone().applyMatrix4(matrix.clone().invert()).toArray();
  const radius = half * 1.8 / matrix.getMaxScaleOnAxis();
  // Rounding of single-precision positions may hide a triangle that passes by closely.
  const slack = radius + 1e-6 * Math.hypot(...middle);
  return { low: middle.map((x) => x - slack), high: middle.map((x) => x + slack) };
}

function place(position, low, i, { matrix: m, target }) {
  const x = position[i] + (low ? low[i] : 0), y = position[i + 1] + (low ? low[i + 1] : 0),
    z = position[i + 2] + (low ? low[i + 2] : 0);
  return [
    m[0] * x + m[4] * y + m[8] * z + (m[12] - target.x), m[1] * x + m[5] * y + m[9] * z + (m[13] - target.y),
    m[2] * x + m[6] * y + m[10] * z + (m[14] - target.z),
  ];
}

function cut_triangles(triangles, cut) {
  const { position, low, boxes } = triangles, out = [];
  for (let t = 0; t < triangles.count; ++t) {
    const r = t / run;
    if (t % run === 0 && apart(boxes, 6 * r, 6 * r + 3, cut)) {
      t += run - 1;
      continue;
    }
    const corners = [0, 1, 2].map((k) => 3 * corner_of(triangles, t, k));
    if (misses(position, corners, cut)) continue;
    const polygon = clipped(corners.map((i) => place(position, low, i, cut)), cut.half);
    for (let k = 2; k < polygon.length; ++k) out.push(...polygon[0], ...polygon[k - 1], ...polygon[k]);
  }
  return out;
}

function cut_segments(lines, low, cut) {
  const out = [];
  for (let i = 0; i < lines.length; i += 6) {
    if (misses(lines, [i, i + 3], cut)) continue;
    const a = place(lines, low, i, cut), b = place(lines, low, i + 3, cut);
    let from = 0, to = 1;
    for (let k = 0; k < 3; ++k) {
      const run_k = b[k] - a[k];
      for (const bound of [-cut.half, cut.half]) {
        const room = (bound - a[k]) * Math.sign(bound), way = run_k * Math.sign(bound);
        if (way > 0) to = Math.min(to, room / way);
        else if (way < 0) from = Math.max(from, room / way);
        else if (room < 0) to = -1;
      }
    }
    if (from >= to) continue;
    for (const share of [from, to]) for (let k = 0; k < 3; ++k) out.push(a[k] + share * (b[k] - a[k]));
  }
  return out;
}

function apart(boxes, lower, upper, { low, high }) {
  for (let k = 0; k < 3; ++k) if (boxes[lower + k] > high[k] || boxes[upper + k] < low[k]) return true;
  return false;
}

function misses(position, corners, { low, high }) {
  for (let k = 0; k < 3; ++k) {
    if (corners.every((i) => position[i + k] > high[k]) || corners.every((i) => position[i + k] < low[k])) return true;
  }
  return false;
}

/// Sutherland and Hodgman's cut of a polygon to the cube of a half width about 0.
function clipped(polygon, half) {
  for (let k = 0; k < 3 && polygon.length; ++k) {
    for (const sign of [-1, 1]) {
      const inside = polygon.map((p) => half - sign * p[k]), next = [];
      for (let i = 0; i < polygon.length; ++i) {
        const j = (i + 1) % polygon.length;
        if (inside[i] >= 0) next.push(polygon[i]);
        if ((inside[i] >= 0) !== (inside[j] >= 0)) {
          const share = inside[i] / (inside[i] - inside[j]);
          next.push(polygon[i].map((x, c) => x + share * (polygon[j][c] - x)));
        }
      }
      polygon = next;
    }
  }
  return polygon.length > 2 ? polygon : [];
}
