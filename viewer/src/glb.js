// What is in a .glb? Reads only what FORMAT.md promises: typed arrays, nodes, one animation. We do not use three's
// GLTFLoader because it rounds node poses to its own objects early, does not hand out accessors that only extras
// name, and is many times as large. Every offset is checked, so that damaged data ends in a sentence, not in garbage.

const components = {
  5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array,
};
const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export class DamagedData extends Error {}

const fail = (what) => { throw new DamagedData(what); };

export function decode_base64(text) {
  const whole = text.trim();
  // Cut to full groups of four: a file that ends too early should still tell what it can.
  const clean = whole.slice(0, whole.length - whole.length % 4);
  if (!whole) fail('The page holds no scene.');
  if (whole[0] === '@') fail('The page is the bare viewer: no scene was written into it.');
  try {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(clean);
    const binary = atob(clean);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return fail('The scene in the page is not valid base64.');
  }
}

/// Splits the container into its JSON and its binary part.
export function parse_glb(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67) fail('The scene does not begin as a .glb file.');
  if (view.getUint32(4, true) !== 2) fail('The scene is not glTF version 2.');
  const length = view.getUint32(8, true);
  let json = null, binary = new Uint8Array(0);
  for (let at = 12; at + 8 <= Math.min(length, bytes.length);) {
    const size = view.getUint32(at, true), kind = view.getUint32(at + 4, true);
    const available = bytes.subarray(at + 8, Math.min(at + 8 + size, bytes.length));
    if (kind === 0x4e4f534a) {
      try {
        json = JSON.parse(new TextDecoder().decode(available));
      } catch {
        fail('The description of the scene is cut off or damaged.');
      }
    } else if (kind === 0x004e4942) binary = available;
    at += 8 + size;
  }
  if (!json) fail('The scene has no description.');
  const cut = bytes.length < length;
  return { json, binary, cut };
}

/// The scene's own words (title, rows, contacts ...). Apart from the geometry, so that they show even if that fails.
export function words_of(json) {
  const words = json.scenes?.[json.scene ?? 0]?.extras?.swept;
  if (!words) fail('The file is a glTF scene, but not one that swept wrote.');
  if (words.format !== 1) fail(`The scene has format ${words.format}; this page reads format 1.`);
  return { rows: [], contacts: [], ...words };
}

/// A reader of accessors: views into the file where alignment allows, else copies; each made once.
export function accessor_reader({ json, binary }) {
  const made = new Map();
  return (index) => {
    if (made.has(index)) return made.get(index);
    const accessor = json.accessors?.[index] ?? fail(`The scene names list ${index}, which it does not have.`);
    const Type = components[accessor.componentType], width = widths[accessor.type];
    if (!Type || !width) fail(`List ${index} of the scene has a type that glTF does not know.`);
    const array = read_accessor(json, binary, accessor, Type, width, index);
    made.set(index, array);
    return array;
  };
}

function read_accessor(json, binary, accessor, Type, width, index) {
  const total = accessor.count * width;
  if (accessor.bufferView === undefined) return new Type(total);
  const view = json.bufferViews?.[accessor.bufferView] ?? fail(`List ${index} of the scene has no data.`);
  const begin = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  const packed = width * Type.BYTES_PER_ELEMENT, stride = view.byteStride ?? packed;
  const end = begin + (accessor.count ? stride * (accessor.count - 1) + packed : 0);
  if (!(end <= binary.length)) fail('The scene is cut off: some of its geometry is missing.');
  const absolute = binary.byteOffset + begin;
  if (stride === packed) {
    return absolute % Type.BYTES_PER_ELEMENT === 0
      ? new Type(binary.buffer, absolute, total)
      : new Type(binary.slice(begin, begin + total * Type.BYTES_PER_ELEMENT).buffer);
  }
  const array = new Type(total);
  for (let i = 0; i < accessor.count; ++i) {
    const piece = binary.slice(begin + i * stride, begin + i * stride + packed);
    array.set(new Type(piece.buffer), i * width);
  }
  return array;
}

/// All nodes below the root, parents before children, each with its words and the index of its parent (-1: the root).
export function nodes_below_root(json) {
  const scene = json.scenes[json.scene ?? 0], nodes = json.nodes ?? [];
  const list = [];
  const visit = (index, parent, depth) => {
    const node = nodes[index] ?? fail(`The scene names node ${index}, which it does not have.`);
    if (depth > 64) fail('The nodes of the scene go round in a circle.');
    list.push({ ...pose_of(node), index, parent, mesh: node.mesh, swept: node.extras?.swept ?? {}, name: node.name });
    const here = list.length - 1;
    for (const child of node.children ?? []) visit(child, here, depth + 1);
  };
  for (const root of scene.nodes ?? []) {
    for (const child of nodes[root]?.children ?? []) visit(child, -1, 0);
  }
  return list;
}

function pose_of(node) {
  return {
    translation: node.translation ?? [0, 0, 0],
    rotation: node.rotation ?? [0, 0, 0, 1],
    scale: node.scale ?? [1, 1, 1],
    matrix: node.matrix ?? null,
  };
}
