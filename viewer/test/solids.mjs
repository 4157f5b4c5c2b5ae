// Solids for the samples, about their own middles.

export function box(x, y, z) {
  const points = [];
  for (let i = 0; i < 8; ++i) points.push((i & 1 ? x : -x) / 2, (i & 2 ? y : -y) / 2, (i & 4 ? z : -z) / 2);
  const polygons = [[0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6], [0, 2, 3, 1], [4, 5, 7, 6]];
  return with_edges({ points, polygons });
}

/// A box with walls of a thickness about an empty inside.
export function shell(x, y, z, wall) {
  const outer = box(x, y, z), inner = box(x - 2 * wall, y - 2 * wall, z - 2 * wall);
  return { points: [...outer.points, ...inner.points], edges: [...outer.edges, ...inner.edges.map((edge) => edge.map((i) => i + 8))],
    polygons: [...outer.polygons, ...inner.polygons.map((polygon) => polygon.map((i) => i + 8).reverse())] };
}

/// A prism over a regular polygon of two radii: along z, a bolt's shaft and head.
export function bolt(sides, shaft, head, length, head_length) {
  const points = [], polygons = [];
  const levels = [[-length / 2, shaft], [length / 2 - head_length, shaft], [length / 2 - head_length, head], [length / 2, head]];
  for (const [z, radius] of levels) {
    for (let i = 0; i < sides; ++i) {
      const angle = 2 * Math.PI * i / sides;
      points.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }
  }
  const ring = (level) => Array.from({ length: sides }, (_, i) => level * sides + i);
  for (let level = 0; level + 1 < levels.length; ++level) {
    for (let i = 0; i < sides; ++i) {
      const j = (i + 1) % sides;
      polygons.push([level * sides + i, level * sides + j, (level + 1) * sides + j, (level + 1) * sides + i]);
    }
  }
  polygons.push(ring(0).reverse(), ring(3));
  return with_edges({ points, polygons });
}

/// A box with a square hole along z.
export function plate(size, hole, thickness) {
  const points = [], polygons = [];
  for (const z of [-thickness / 2, thickness / 2]) {
    for (const half of [size / 2, hole / 2]) points.push(-half, -half, z, half, -half, z, half, half, z, -half, half, z);
  }
  for (let i = 0; i < 4; ++i) {
    const j = (i + 1) % 4;
    polygons.push([i, j, 8 + j, 8 + i], [4 + j, 4 + i, 12 + i, 12 + j], [8 + i, 8 + j, 12 + j, 12 + i], [j, i, 4 + i, 4 + j]);
  }
  return with_edges({ points, polygons });
}

export function stairs(steps, width, rise, run) {
  const points = [], polygons = [];
  const profile = [[0, 0]];
  for (let i = 0; i < steps; ++i) profile.push([i * run, (i + 1) * rise], [(i + 1) * run, (i + 1) * rise]);
  profile.push([steps * run, 0]);
  const n = profile.length, mid = steps * run / 2, up = steps * rise / 2;
  for (const y of [-width / 2, width / 2]) for (const [x, z] of profile) points.push(x - mid, y, z - up);
  for (let i = 0; i < n; ++i) {
    const j = (i + 1) % n;
    polygons.push([j, i, n + i, n + j]);
  }
  // Sides as columns, since they are not convex.
  for (let i = 0; i < steps; ++i) {
    const corners = [2 * i + 1, 2 * i + 2];
    const foot = points.length / 3;
    for (const y of [-width / 2, width / 2]) {
      points.push(i * run - mid, y, -up, (i + 1) * run - mid, y, -up);
    }
    polygons.push([foot, foot + 1, corners[1], corners[0]], [foot + 3, foot + 2, n + corners[0], n + corners[1]]);
  }
  const solid = with_edges({ points, polygons });
  solid.edges = solid.edges.filter(([a, b]) => a < 2 * n && b < 2 * n);
  return solid;
}

export function torus(rings, sides, major, minor) {
  const points = new Array(3 * rings * sides), triangles = new Uint32Array(6 * rings * sides);
  for (let i = 0; i < rings; ++i) {
    for (let j = 0; j < sides; ++j) {
      const u = 2 * Math.PI * i / rings, v = 2 * Math.PI * j / sides, k = i * sides + j;
      const ripple = minor * (1 + 0.08 * Math.sin(9 * u + 3 * v));
      points[3 * k] = (major + ripple * Math.cos(v)) * Math.cos(u);
      points[3 * k + 1] = (major + ripple * Math.cos(v)) * Math.sin(u);
      points[3 * k + 2] = ripple * Math.sin(v);
      const r = (i + 1) % rings * sides + j, s = (i + 1) % rings * sides + (j + 1) % sides, t = i * sides + (j + 1) % sides;
      triangles.set([k, r, s, k, s, t], 6 * k);
    }
  }
  return { points, triangles };
}

export function sphere(radius, rings = 14, sides = 28) {
  const points = [0, 0, radius], polygons = [];
  for (let i = 1; i < rings; ++i) {
    for (let j = 0; j < sides; ++j) {
      const u = Math.PI * i / rings, v = 2 * Math.PI * j / sides;
      points.push(radius * Math.sin(u) * Math.cos(v), radius * Math.sin(u) * Math.sin(v), radius * Math.cos(u));
    }
  }
  points.push(0, 0, -radius);
  const at = (i, j) => 1 + (i - 1) * sides + j % sides, last = points.length / 3 - 1;
  for (let j = 0; j < sides; ++j) {
    polygons.push([0, at(1, j), at(1, j + 1)]);
    for (let i = 1; i + 1 < rings; ++i) polygons.push([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
    polygons.push([last, at(rings - 1, j + 1), at(rings - 1, j)]);
  }
  return { points, polygons };
}

function with_edges(solid) {
  const seen = new Map();
  for (const polygon of solid.polygons) {
    polygon.forEach((a, i) => {
      const b = polygon[(i + 1) % polygon.length];
      seen.set(`${Math.min(a, b)},${Math.max(a, b)}`, [a, b]);
    });
  }
  return { ...solid, edges: [...seen.values()] };
}
