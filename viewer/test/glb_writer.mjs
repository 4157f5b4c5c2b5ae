// A small writer of scenes by FORMAT.md, for samples. Positions go in as the caller's doubles.

export class GlbWriter {
  constructor(words) {
    this.words = { format: 1, rows: [], contacts: [], ...words };
    this.parts = [];
    this.length = 0;
    this.json = {
      asset: { version: '2.0', generator: 'swept viewer samples' }, scene: 0, scenes: [{ nodes: [0], extras: { swept: this.words } }],
      nodes: [{ name: 'world', rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], children: [] }],
      meshes: [], accessors: [], bufferViews: [], buffers: [{ byteLength: 0 }],
    };
    this.channels = [];
    this.samplers = [];
  }

  accessor(array, type) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    this.json.bufferViews.push({ buffer: 0, byteOffset: this.length, byteLength: bytes.length });
    this.parts.push(bytes);
    this.length += bytes.length;
    const pad = -this.length & 3;
    if (pad) this.parts.push(new Uint8Array(pad));
    this.length += pad;
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    const made = { bufferView: this.json.bufferViews.length - 1, type, count: array.length / width,
      componentType: array instanceof Float32Array ? 5126 : 5125 };
    if (type === 'VEC3') {
      made.min = [Infinity, Infinity, Infinity];
      made.max = [-Infinity, -Infinity, -Infinity];
      for (let i = 0; i < array.length; ++i) {
        made.min[i % 3] = Math.min(made.min[i % 3], array[i]);
        made.max[i % 3] = Math.max(made.max[i % 3], array[i]);
      }
    }
    this.json.accessors.push(made);
    return this.json.accessors.length - 1;
  }

  /// solid: { points: flat doubles, polygons: [[...]...] or triangles: Uint32Array, edges: [[a, b]...] }
  mesh(solid, { low = true, reduced_from } = {}) {
    const position = new Float32Array(solid.points);
    const at = this.accessor(position, 'VEC3');
    const triangles = [], faces = [];
    (solid.polygons ?? []).forEach((polygon, face) => {
      for (let k = 2; k < polygon.length; ++k) {
        triangles.push(polygon[0], polygon[k - 1], polygon[k]);
        faces.push(face);
      }
    });
    const swept = {};
    if (faces.length && faces.some((face, t) => face !== t)) swept.faces = this.accessor(new Uint32Array(faces), 'SCALAR');
    if (solid.vertex_ids) swept.vertices = this.accessor(new Uint32Array(solid.vertex_ids), 'SCALAR');
    if (low) swept.low = this.accessor(new Float32Array(solid.points.map((x, i) => x - position[i])), 'VEC3');
    if (reduced_from) swept.reduced_from = reduced_from;
    const primitives = [{ mode: 4, attributes: { POSITION: at }, extras: { swept },
      indices: this.accessor(solid.triangles ?? new Uint32Array(triangles), 'SCALAR') }];
    if (solid.edges?.length) {
      primitives.push({ mode: 1, attributes: { POSITION: at }, indices: this.accessor(new Uint32Array(solid.edges.flat()), 'SCALAR') });
    }
    this.json.meshes.push({ primitives });
    return this.json.meshes.length - 1;
  }

  line(points) {
    this.json.meshes.push({ primitives: [{ mode: 3, attributes: { POSITION: this.accessor(new Float32Array(points.flat()), 'VEC3') } }] });
    return this.json.meshes.length - 1;
  }

  node(swept, mesh, { translation, rotation, scale } = {}) {
    this.json.nodes.push({ mesh, translation, rotation, scale, extras: { swept } });
    const index = this.json.nodes.length - 1;
    this.json.nodes[0].children.push(index);
    return index;
  }

  animate(node, path, times, values, interpolation = 'LINEAR') {
    this.samplers.push({ input: this.accessor(new Float32Array(times), 'SCALAR'),
      output: this.accessor(new Float32Array(values.flat()), path === 'rotation' ? 'VEC4' : 'VEC3'), interpolation });
    this.channels.push({ sampler: this.samplers.length - 1, target: { node, path } });
  }

  bytes() {
    const { json } = this, [x, y, z] = this.words.centre ?? [0, 0, 0];
    json.nodes[0].translation = [x, z, -y];
    if (this.channels.length) json.animations = [{ channels: this.channels, samplers: this.samplers }];
    json.buffers[0].byteLength = this.length;
    const text = Buffer.from(JSON.stringify(json));
    const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, 0x20)]);
    const head = Buffer.alloc(20), binary_head = Buffer.alloc(8);
    head.writeUInt32LE(0x46546c67, 0);
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(28 + padded.length + this.length, 8);
    head.writeUInt32LE(padded.length, 12);
    head.writeUInt32LE(0x4e4f534a, 16);
    binary_head.writeUInt32LE(this.length, 0);
    binary_head.writeUInt32LE(0x004e4942, 4);
    return Buffer.concat([head, padded, binary_head, ...this.parts]);
  }
}
