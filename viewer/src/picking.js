// What is under a pixel? Rays against triangles in double precision. Over each run of 128 triangles lies one box:
// neighbours in a file are mostly neighbours in space, so that a ray meets few runs and a pick in a million triangles
// takes about a millisecond. A tree would be faster still, but takes seconds to build where this takes some hundredths.

import * as THREE from 'three';

export const run = 128;

export class Picker {
  constructor(scene) {
    this.scene = scene;
    this.inverse = new THREE.Matrix4();
    for (const { mesh } of scene.things) if (mesh.triangles && !mesh.triangles.boxes) make_boxes(mesh.triangles);
  }

  /// The nearest thing along a ray (view units), or null. `only` chooses among things; of a cut { normal, offset } what
  /// is beyond its plane is not there.
  pick(ray, only = (thing) => thing.solid, cut = null, walls = cut !== null) {
    let best = null;
    for (const thing of this.scene.things) {
      if (!thing.mesh.triangles || !thing.shown || !only(thing)) continue;
      this.inverse.copy(thing.node.group.matrixWorld).invert();
      const origin = ray.origin.clone().applyMatrix4(this.inverse);
      const direction = ray.direction.clone().transformDirection(this.inverse);
      // transformDirection makes it of unit length; the scale of the mesh turns lengths back into view units.
      const stretch = ray.direction.length()
        / ray.direction.clone().applyMatrix3(new THREE.Matrix3().setFromMatrix4(this.inverse)).length();
      const [from, to] = cut && thing.cuttable ? left_by(cut, ray) : [0, Infinity];
      const hit = nearest_hit(thing.mesh.triangles, origin, direction, from / stretch,
        Math.min(best ? best.length : Infinity, to) / stretch, walls && thing.capped ? 0 : thing.opaque_side ?? 0);
      // The first of a solid that is seen after the plane is an inside: so the plane goes through the solid.
      if (hit?.back && thing.capped && from > 0) {
        best = { thing, triangle: -1, at: from / stretch, direction, origin, length: from };
      } else if (hit) best = { thing, triangle: hit.triangle, at: hit.at, direction, origin, length: hit.at * stretch };
    }
    return best && this.describe(best);
  }

  describe({ thing, triangle, at, origin, direction, length }) {
    const { triangles } = thing.mesh;
    const local = origin.addScaledVector(direction, at);
    const point = local.clone().applyMatrix4(thing.node.group.matrixWorld);
    const found = { thing, triangle, length, place: point, role: thing.role, name: thing.name || thing.role,
      face: null, vertex: null, point: this.scene.to_caller(point) };
    if (triangle < 0) return found;
    let nearest = -1, least = Infinity;
    for (let k = 0; k < 3; ++k) {
      const corner = corner_of(triangles, triangle, k);
      const p = triangles.position;
      const away = Math.hypot(p[3 * corner] - local.x, p[3 * corner + 1] - local.y, p[3 * corner + 2] - local.z);
      if (away < least) {
        least = away;
        nearest = corner;
      }
    }
    return { ...found, face: triangles.face_of ? triangles.face_of(triangle) : null,
      vertex: triangles.vertex_of ? triangles.vertex_of(nearest) : null };
  }

  /// All triangles of the caller's face that a triangle belongs to; they follow each other in the file.
  triangles_of_face(triangles, triangle) {
    if (!triangles.face_of) return [triangle];
    const face = triangles.face_of(triangle), list = [triangle];
    const belongs = (t) => triangles.face_of(t) === face && list.length < 4096;
    for (let t = triangle - 1; t >= 0 && belongs(t); --t) list.push(t);
    for (let t = triangle + 1; t < triangles.count && belongs(t); ++t) list.push(t);
    return list;
  }
}

export const corner_of = ({ index }, triangle, k) => (index ? index[3 * triangle + k] : 3 * triangle + k);

function make_boxes(triangles) {
  const { position, index, count } = triangles, total = Math.ceil(count / run);
  const boxes = triangles.boxes = new Float32Array(6 * total);
  for (let r = 0; r < total; ++r) {
    const last = 3 * Math.min(count, (r + 1) * run);
    for (let k = 0; k < 3; ++k) {
      let low = Infinity, high = -Infinity;
      for (let c = 3 * r * run; c < last; ++c) {
        const x = position[3 * (index ? index[c] : c) + k];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      boxes[6 * r + k] = low;
      boxes[6 * r + 3 + k] = high;
    }
  }
}

/// From where to where a ray runs through what a cut leaves.
function left_by({ normal, offset }, { origin, direction }) {
  const beyond = origin.dot(normal) - offset, pace = direction.dot(normal);
  const at = -beyond / pace * direction.length();
  if (beyond > 0) return pace < 0 ? [at, Infinity] : [Infinity, 0];
  return pace > 0 ? [0, at] : [0, Infinity];
}

function meets_box(boxes, r, o, inverse, limit) {
  let from = 0, to = limit;
  for (let k = 0; k < 3; ++k) {
    // A direction of 0 gives infinities here, which compare rightly; 0 * infinity, on the very plane, is let through.
    let a = (boxes[6 * r + k] - o[k]) * inverse[k], b = (boxes[6 * r + 3 + k] - o[k]) * inverse[k];
    if (a > b) [a, b] = [b, a];
    if (a > from) from = a;
    if (b < to) to = b;
  }
  return from <= to;
}

/// side: 0 both sides, 1 front sides alone, -1 back sides alone.
function nearest_hit(triangles, origin, direction, from, limit, side) {
  const o = [origin.x, origin.y, origin.z], d = [direction.x, direction.y, direction.z];
  const inverse = d.map((x) => 1 / x);
  const best = { triangle: -1, at: limit, back: false };
  for (let r = 0; r * run < triangles.count; ++r) {
    if (!meets_box(triangles.boxes, r, o, inverse, best.at * (1 + 1e-6))) continue;
    hit_run(triangles, r * run, Math.min(triangles.count, (r + 1) * run), o, d, best, from, side);
  }
  return best.triangle < 0 ? null : best;
}

// Möller and Trumbore's test, in scalars: this loop is what a pick costs.
function hit_run({ position: p, index }, first, last, o, d, best, from, side) {
  for (let t = first; t < last; ++t) {
    const a = 3 * (index ? index[3 * t] : 3 * t), b = 3 * (index ? index[3 * t + 1] : 3 * t + 1),
      c = 3 * (index ? index[3 * t + 2] : 3 * t + 2);
    const e1x = p[b] - p[a], e1y = p[b + 1] - p[a + 1], e1z = p[b + 2] - p[a + 2];
    const e2x = p[c] - p[a], e2y = p[c + 1] - p[a + 1], e2z = p[c + 2] - p[a + 2];
    const px = d[1] * e2z - d[2] * e2y, py = d[2] * e2x - d[0] * e2z, pz = d[0] * e2y - d[1] * e2x;
    const determinant = e1x * px + e1y * py + e1z * pz;
    if (determinant === 0 || determinant * side < 0) continue;
    const tx = o[0] - p[a], ty = o[1] - p[a + 1], tz = o[2] - p[a + 2];
    const u = (tx * px + ty * py + tz * pz) / determinant;
    if (u < 0 || u > 1) continue;
    const qx = ty * e1z - tz * e1y, qy = tz * e1x - tx * e1z, qz = tx * e1y - ty * e1x;
    const v = (d[0] * qx + d[1] * qy + d[2] * qz) / determinant;
    if (v < 0 || u + v > 1) continue;
    const at = (e2x * qx + e2y * qy + e2z * qz) / determinant;
    if (at > from && at < best.at) {
      best.at = at;
      best.back = determinant < 0;
      best.triangle = t;
    }
  }
}
