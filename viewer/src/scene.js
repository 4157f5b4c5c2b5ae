// From the file to things on the screen. Below the root the caller's coordinates are kept, less `centre`; the root turns
// z up and scales the whole to about 1, so that one set of numbers serves bolts and buildings.

import * as THREE from 'three';
import { accessor_reader, nodes_below_root } from './glb.js';
import { channels_of, pose_nodes } from './animation.js';
import { cap_material, line_material, segments_geometry, surface_material } from './materials.js';
import { cap_colour, colour_of, colours, on_theme } from './theme.js';

const solid_roles = new Set(['mover', 'obstacle', 'room', 'body', 'sphere', 'shape_a', 'shape_b']);
const painted = { shape_a: 'mover', shape_b: 'obstacle' };  // two that stand are told apart as one that moves and one that does not
const marked_by_list = new Set(['contact', 'normal', 'margin']);  // drawn from the list of contacts, in double precision

export class Scene {
  constructor(glb, words) {
    this.words = words;
    this.read = accessor_reader(glb);
    this.json = glb.json;
    this.meshes = new Map();
    this.nodes = nodes_below_root(glb.json);
    this.by_index = new Map(this.nodes.map((node) => [node.index, node]));
    this.channels = channels_of(glb.json, this.read);
    this.centre = words.centre ?? [0, 0, 0];
    this.size = words.size > 0 ? words.size : 1;
    this.root = new THREE.Group();
    this.root.matrixAutoUpdate = false;
    this.things = [];
    this.nodes.forEach((node) => this.add_node(node));
    this.triangles = this.things.reduce((sum, thing) => sum + (thing.mesh.triangles?.count ?? 0), 0);
    this.heavy = this.triangles > 300_000;
    this.paint(colours());
    on_theme((palette) => this.paint(palette));
    this.pose_all();
    if (!(words.size > 0)) this.size = Math.max(1e-30, this.box().getSize(new THREE.Vector3()).length());
    this.pose_all();
    this.home_points = this.points_over_time();
  }

  // ----- coordinates -----

  /// The caller's point in view units (y up, about 1 across).
  from_caller([x, y, z], out = new THREE.Vector3()) {
    const [cx, cy, cz] = this.centre;
    return out.set((x - cx) / this.size, (z - cz) / this.size, -(y - cy) / this.size);
  }

  to_caller({ x, y, z }) {
    const [cx, cy, cz] = this.centre;
    return [cx + x * this.size, cy - z * this.size, cz + y * this.size];
  }

  // ----- building -----

  add_node(node) {
    node.now = { translation: node.translation, rotation: node.rotation, scale: node.scale };
    node.group = new THREE.Group();
    node.group.matrixAutoUpdate = false;
    node.dirty = true;
    (node.parent < 0 ? this.root : this.nodes[node.parent].group).add(node.group);
    const { role } = node.swept;
    if (node.mesh === undefined || marked_by_list.has(role)) return;
    const thing = {
      role: role ?? 'obstacle', name: node.swept.name ?? '', index: node.swept.index ?? 0, at: node.swept.at,
      wanted: node.swept.wanted === true, stopped: node.swept.stopped === true,
      node, mesh: this.mesh(node.mesh), parts: [], solid: solid_roles.has(role), shown: true,
    };
    // What moves is warm, whatever it is called.
    const moves = this.channels.some((channel) => channel.node === node.index);
    thing.painted_as = thing.role === 'body' && moves ? 'mover' : painted[thing.role] ?? thing.role;
    // A cut takes from what stands about, never from what moves; named faces go with what has them.
    const owner = this.things.find((other) => other.node === this.nodes[node.parent]);
    thing.cuttable = thing.role === 'faces' ? owner?.cuttable ?? false
      : ['obstacle', 'room', 'body', 'shape_b'].includes(thing.role) && thing.painted_as !== 'mover';
    this.things.push(thing);
    this.add_surface(thing);
    this.add_lines(thing);
  }

  /// The arrays of a mesh, shared by all nodes that show it.
  mesh(index) {
    if (this.meshes.has(index)) return this.meshes.get(index);
    const mesh = { triangles: null, lines: null };
    const pieces = [], rests = [];
    for (const primitive of this.json.meshes?.[index]?.primitives ?? []) {
      const mode = primitive.mode ?? 4, position = this.read(primitive.attributes.POSITION);
      const index_list = primitive.indices === undefined ? null : this.read(primitive.indices);
      if (mode === 4) mesh.triangles ??= this.triangle_arrays(primitive, position, index_list);
      else if (mode >= 1 && mode <= 3) {
        pieces.push(pairs_of(mode, position, index_list));
        const low = primitive.extras?.swept?.low;
        const shared = position === mesh.triangles?.position ? mesh.triangles.low : null;
        const rest = low === undefined ? shared : this.read(low);
        rests.push(rest && pairs_of(mode, rest, index_list));
      }
    }
    if (pieces.length) mesh.lines = joined(pieces);
    if (pieces.length && rests.every(Boolean)) mesh.lines_low = joined(rests);
    if (mesh.triangles) {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(mesh.triangles.position, 3));
      if (mesh.triangles.index) geometry.setIndex(new THREE.BufferAttribute(mesh.triangles.index, 1));
      mesh.surface = geometry;
    }
    if (mesh.lines?.length) mesh.segments = segments_geometry(mesh.lines);
    mesh.box = box_of(mesh.triangles?.position, mesh.lines);
    this.meshes.set(index, mesh);
    return mesh;
  }

  triangle_arrays(primitive, position, index) {
    const words = primitive.extras?.swept ?? {};
    const vertex_count = position.length / 3;
    if (index) for (let i = 0; i < index.length; ++i) {
      if (index[i] >= vertex_count) throw new Error(`A triangle names vertex ${index[i]} of ${vertex_count}.`);
    }
    const reduced = words.reduced_from !== undefined;
    return {
      position, index: index instanceof Uint8Array ? new Uint16Array(index) : index,
      count: Math.floor((index ? index.length : vertex_count) / 3), reduced_from: words.reduced_from,
      low: words.low === undefined ? null : this.read(words.low),
      face_of: reduced ? null : lookup(words.faces, this.read),
      vertex_of: reduced ? null : lookup(words.vertices, this.read),
    };
  }

  add_part(thing, geometry, material, order, kind) {
    const object = new THREE.Mesh(geometry, material);
    object.matrixAutoUpdate = false;
    object.frustumCulled = false;
    object.renderOrder = order;
    thing.node.group.add(object);
    thing.parts.push({ object, kind });
  }

  add_surface(thing) {
    const geometry = thing.mesh.surface;
    if (!geometry) return;
    const { role, cuttable } = thing, add = (options, order, kind = 'surface') =>
      this.add_part(thing, geometry, surface_material({ colour: '#888', cuttable, ...options }), order, kind);
    // What can be cut comes first: the cut surfaces get their depth before anything else is drawn.
    const first = cuttable ? -3 : 0;
    const { closed, volume } = cuttable && role !== 'faces' ? measured(thing.mesh.triangles) : {};
    if (role === 'ghost') {
      if (thing.wanted && thing.mesh.segments) return;  // an outline says enough of what did not happen
      // A little behind its true depth: where it coincides with the mover, as along the axis of a bolt, the mover shows.
      add({ opacity: 0.15, rim: 1, depth_write: false, depth_pull: 1.0006 }, 3);
    } else if (role === 'room') {
      // As a doll's house: the walls towards the eye are let through, whichever way the mesh is wound.
      const outward = volume > 0;
      thing.opaque_side = outward ? -1 : 1;
      // Walls with a thickness: cut open it is shown as the solid it is. A hull that faces outward fills its box.
      const extent = thing.mesh.box.getSize(new THREE.Vector3());
      thing.capped = closed && outward && volume < 0.6 * extent.x * extent.y * extent.z;
      if (thing.capped) add({ side: THREE.FrontSide }, first, 'solid');
      add({ side: outward ? THREE.BackSide : THREE.FrontSide }, first);
      add({ side: outward ? THREE.FrontSide : THREE.BackSide, opacity: 0.1, depth_write: false }, 3, 'veil');
    } else if (role === 'sphere') {
      add({ opacity: 0.5, rim: 0.8, depth_write: false }, 3);
    } else if (role === 'faces') {
      add({ opacity: 0.8, depth_pull: 0.9993, depth_write: false }, 1);
    } else {
      thing.capped = closed && volume > 0;
      add({}, first);
    }
    if (thing.capped) this.add_part(thing, geometry, cap_material(), first, 'cap');
  }

  /// Which parts are drawn depends on whether there is a cut.
  set_cut(on) {
    for (const thing of this.things) {
      for (const part of thing.parts) {
        if (part.kind === 'cap' || part.kind === 'solid') part.unused = !on;
        else if (thing.role !== 'room') {
          // The insides of a capped solid belong to its cap.
          if (part.kind === 'surface' && thing.capped) part.object.material.side = on ? THREE.FrontSide : THREE.DoubleSide;
        } else if (thing.capped && part.kind !== 'lines') part.unused = on;
      }
    }
  }

  add_lines(thing) {
    const geometry = thing.mesh.segments;
    if (!geometry) return;
    const add = (options, order) =>
      this.add_part(thing, geometry, line_material({ colour: '#888', cuttable: thing.cuttable, ...options }), order, 'lines');
    if (thing.role === 'trail' || thing.role === 'gap') add({ width: 2, opacity: 0.9 }, 6);
    else if (thing.role === 'ray') add(thing.stopped ? { width: 2.5 } : { width: 1.5, dash: 9, opacity: 0.8 }, 6);
    else if (thing.role === 'ghost' && thing.wanted) add({ width: 1.4, dash: 8, opacity: 0.55 }, 4);
    else if (thing.role === 'ghost') add({ width: 1, opacity: 0.3, depth_pull: 1.0004 }, 4);
    else if (thing.role === 'faces') add({ width: 2, opacity: 0.9, depth_pull: 0.998 }, 2);
    else add({ width: 1.1, opacity: 0.5 }, 2);
  }

  // ----- colours -----

  paint(palette) {
    const ghosts = this.things.filter((thing) => thing.role === 'ghost' && !thing.wanted).length;
    // Many ghosts share the ink of about five.
    // Where nothing moves, a ghost is a piece that was taken out, and the answer.
    const ghost_ink = palette.ghost_strength * Math.min(1, Math.sqrt(5 / Math.max(1, ghosts)))
      * (this.words.timeline ? 1 : 2.4);
    for (const thing of this.things) {
      const colour = thing.role === 'ray' ? (thing.stopped ? palette.stopped : palette.ray)
        : colour_of(thing.painted_as, thing.index, palette);
      for (const { object, kind } of thing.parts) {
        const { uniforms } = object.material;
        const edge = kind === 'lines' && (thing.solid || thing.role === 'room');
        uniforms.colour.value.set(edge ? palette.edge : colour);
        if (kind === 'cap') uniforms.colour.value.set(cap_colour(thing, palette));
        if (edge) uniforms.opacity.value = palette.edge_strength;
        if (thing.role === 'ghost' && !thing.wanted) {
          thing.ink = (kind === 'lines' ? 0.28 : 0.2) * ghost_ink;
          uniforms.opacity.value = thing.ink;
          object.userData.ink = thing.ink;
        }
      }
    }
  }

  // ----- time -----

  /// Movers and ghosts at a value of the timeline: ghosts of what is still to come are fainter.
  set_time(value) {
    const { timeline } = this.words;
    if (!timeline) return;
    const span = timeline.to - timeline.from || 1;
    const stop = Math.min(value, timeline.free ?? Infinity);
    pose_nodes(this.channels, this.by_index, timeline.seconds * (stop - timeline.from) / span, this.size);
    this.pose_all();
    for (const thing of this.things) {
      if (thing.role !== 'ghost' || thing.wanted || thing.at === undefined) continue;
      for (const { object } of thing.parts) {
        object.material.uniforms.opacity.value = object.userData.ink * (thing.at <= value + 1e-12 ? 1 : 0.45);
      }
    }
  }

  pose_all() {
    const turn = new THREE.Matrix4().set(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);
    this.root.matrix.copy(turn).scale(new THREE.Vector3().setScalar(1 / this.size));
    const translation = new THREE.Vector3(), rotation = new THREE.Quaternion(), scale = new THREE.Vector3();
    for (const node of this.nodes) {
      if (!node.dirty) continue;
      node.dirty = false;
      if (node.matrix) node.group.matrix.fromArray(node.matrix);
      else {
        const { now } = node;
        rotation.set(...now.rotation).normalize();
        node.group.matrix.compose(translation.set(...now.translation), rotation, scale.set(...now.scale));
      }
    }
    this.root.updateMatrixWorld(true);
  }

  // ----- extent -----

  box(of = this.things) {
    const all = new THREE.Box3(), one = new THREE.Box3();
    for (const thing of of) {
      if (!thing.mesh.box.isEmpty()) all.union(one.copy(thing.mesh.box).applyMatrix4(thing.node.group.matrixWorld));
    }
    return all;
  }

  /// Places that stand for all that is drawn at any time: what the whole view has to hold.
  points_over_time() {
    const points = [], { timeline } = this.words;
    const add = (thing, most) => {
      const { matrixWorld } = thing.node.group;
      for (const place of outline_points(thing.mesh, most)) points.push(place.applyMatrix4(matrixWorld));
    };
    const moving = new Set(this.channels.map((channel) => channel.node));
    const movers = this.things.filter((thing) => thing.solid && moving.has(thing.node.index));
    if (timeline) {
      const each = Math.max(8, Math.min(60, 6000 / Math.max(1, movers.length)));
      for (let i = 0; i <= 8; ++i) {
        this.set_time(timeline.from + (timeline.to - timeline.from) * i / 8);
        for (const thing of movers) add(thing, each);
      }
    }
    // Bodies that fall are looked at where most of them are: not at all of the ground, nor after what flies off.
    const falls = timeline?.plays && movers.length;
    if (falls) points.splice(0, points.length, ...without_strays(points));
    const across = (box) => box.getSize(new THREE.Vector3()).length();
    const most = falls ? 1.5 * across(new THREE.Box3().setFromPoints(points)) : Infinity;
    for (const thing of this.things) {
      const part = !falls || thing.role === 'room' || (!movers.includes(thing) && across(this.box([thing])) < most);
      if (part) add(thing, 300);
    }
    for (const contact of this.words.contacts) if (contact.point) points.push(this.from_caller(contact.point));
    if (!points.length) points.push(new THREE.Vector3(-0.5, -0.5, -0.5), new THREE.Vector3(0.5, 0.5, 0.5));
    return points;
  }
}

/// The places that are not much further from the middle than most are.
function without_strays(points) {
  const middle_of = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const middle = new THREE.Vector3(...['x', 'y', 'z'].map((k) => middle_of(points.map((point) => point[k]))));
  const away = points.map((point) => point.distanceTo(middle));
  const most = 1.6 * [...away].sort((a, b) => a - b)[Math.floor(0.85 * (away.length - 1))];
  return points.filter((_, i) => away[i] <= most);
}

/// Some vertices of a mesh, and always those at the ends of its box.
function outline_points({ triangles, lines }, most) {
  const list = triangles?.position ?? lines ?? [], count = Math.floor(list.length / 3), chosen = new Set();
  const ends = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < count; ++i) {
    for (let k = 0; k < 3; ++k) {
      if (list[3 * i + k] < list[3 * ends[k] + k]) ends[k] = i;
      if (list[3 * i + k] > list[3 * ends[3 + k] + k]) ends[3 + k] = i;
    }
  }
  if (count) ends.forEach((i) => chosen.add(i));
  for (let i = 0; i < count; i += Math.max(1, Math.floor(count / most))) chosen.add(i);
  return [...chosen].map((i) => new THREE.Vector3(list[3 * i], list[3 * i + 1], list[3 * i + 2]));
}

const lookup = (accessor, read) => {
  if (accessor === undefined) return (i) => i;
  const list = read(accessor);
  return (i) => list[i];
};

/// Lines, a loop or a strip as pairs of ends.
function pairs_of(mode, position, index) {
  const count = index ? index.length : position.length / 3;
  const pick = (i) => 3 * (index ? index[i] : i);
  const segments = mode === 1 ? Math.floor(count / 2) : mode === 3 ? Math.max(0, count - 1) : count;
  const pairs = new Float32Array(6 * segments);
  for (let i = 0; i < segments; ++i) {
    const a = pick(mode === 1 ? 2 * i : i), b = pick(mode === 1 ? 2 * i + 1 : (i + 1) % count);
    for (let k = 0; k < 3; ++k) {
      pairs[6 * i + k] = position[a + k];
      pairs[6 * i + 3 + k] = position[b + k];
    }
  }
  return pairs;
}

function joined(pieces) {
  if (pieces.length === 1) return pieces[0];
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function box_of(...lists) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const list of lists) {
    for (let i = 0; i < (list?.length ?? 0); ++i) {
      const k = i % 3, x = list[i];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  return new THREE.Box3(new THREE.Vector3(...low), new THREE.Vector3(...high));
}

/// The volume, and whether the mesh is closed: then its faces, as vectors along their normals, add up to nothing.
function measured({ position: p, index, count }) {
  const corner = (i) => 3 * (index ? index[i] : i);
  let volume = 0, area = 0, x = 0, y = 0, z = 0;
  for (let t = 0; t < count; ++t) {
    const a = corner(3 * t), b = corner(3 * t + 1), c = corner(3 * t + 2);
    const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    volume += (p[a] * nx + p[a + 1] * ny + p[a + 2] * nz) / 6;
    area += Math.hypot(nx, ny, nz);
    x += nx;
    y += ny;
    z += nz;
  }
  return { volume, closed: area > 0 && Math.hypot(x, y, z) < 1e-4 * area };
}
