// Where does a plane meet the meshes? The outline of a cut, in view units. Only runs of triangles whose box the plane
// meets are looked at, so that it follows the slider in large meshes too.

import * as THREE from 'three';
import { run } from './picking.js';

/// Pairs of ends, flat.
export function section_of(things, { normal, offset }) {
  const out = [], local = new THREE.Plane(), inverse = new THREE.Matrix4();
  for (const { mesh: { triangles }, node } of things) {
    const { matrixWorld } = node.group;
    local.setComponents(normal.x, normal.y, normal.z, -offset).applyMatrix4(inverse.copy(matrixWorld).invert());
    const n = local.normal.toArray(), first = out.length;
    for (let r = 0; r * run < triangles.count; ++r) {
      if (!crosses(triangles.boxes, 6 * r, n, local.constant)) continue;
      const last = Math.min(triangles.count, (r + 1) * run);
      for (let t = r * run; t < last; ++t) add_segment(triangles, t, n, local.constant, out);
    }
    to_view(out, first, matrixWorld);
  }
  return new Float32Array(out);
}

function crosses(boxes, at, n, constant) {
  let low = constant, high = constant;
  for (let k = 0; k < 3; ++k) {
    const a = n[k] * boxes[at + k], b = n[k] * boxes[at + 3 + k];
    low += Math.min(a, b);
    high += Math.max(a, b);
  }
  return low <= 0 && high >= 0;
}

function add_segment({ position: p, index }, t, n, constant, out) {
  const corners = [0, 1, 2].map((k) => 3 * (index ? index[3 * t + k] : 3 * t + k));
  const beyond = corners.map((i) => n[0] * p[i] + n[1] * p[i + 1] + n[2] * p[i + 2] + constant);
  for (let k = 0; k < 3; ++k) {
    const j = (k + 1) % 3;
    if (beyond[k] > 0 === beyond[j] > 0) continue;
    const share = beyond[k] / (beyond[k] - beyond[j]), a = corners[k], b = corners[j];
    for (let c = 0; c < 3; ++c) out.push(p[a + c] + share * (p[b + c] - p[a + c]));
  }
}

function to_view(list, first, matrix) {
  const place = new THREE.Vector3();
  for (let i = first; i < list.length; i += 3) {
    place.set(list[i], list[i + 1], list[i + 2]).applyMatrix4(matrix);
    [list[i], list[i + 1], list[i + 2]] = [place.x, place.y, place.z];
  }
}
