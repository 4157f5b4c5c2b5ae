// How surfaces and lines are drawn. Our own shaders for three reasons. Depth: the view goes from the whole scene to a
// gap of 1e-9 of it, and only a depth that is logarithmic from the near plane on keeps order over such a range (three's
// own begins at 1 + w, which single precision cannot tell from 1 down there). Colours: what theme.js says is what is on
// the screen. Lines: WebGL's are one pixel thin; ours are quads with a width in pixels.

import * as THREE from 'three';

/// Shared by all materials, set once per frame.
export const frame = {
  near: { value: 0.01 }, depth_scale: { value: 1 }, focal: { value: 1000 },
  viewport: { value: new THREE.Vector2(1, 1) }, up: { value: new THREE.Vector3(0, 1, 0) },
  closeness: { value: 1 }, cut: { value: new THREE.Vector4(0, 0, 0, -1) }, farther: { value: 0 },
};

/// For what no cut takes anything from.
export const uncut = { value: new THREE.Vector4(0, 0, 0, -1) };

const depth_head = `
  uniform float near, depth_scale, depth_pull;
  // Where a triangle covers a pixel in part, its middle may lie outside: a depth taken there, far off on a surface seen
  // edge-on, frays silhouettes.
  centroid varying float v_w;
  void write_depth() { gl_FragDepth = clamp(log2(v_w * depth_pull / near) * depth_scale, 0.0, 1.0); }
`;

// The cut's plane in camera space: what is on its positive side is taken away. Told per corner, and for the same reason
// as depth where a triangle covers the pixel.
const cut_vertex = `
  uniform vec4 cut; uniform float farther;
  centroid varying vec2 v_beyond;
  void tell_cut(vec3 view) { v_beyond = vec2(dot(cut.xyz, view) + cut.w, view.z + farther); }
`;

const cut_head = `
  centroid varying vec2 v_beyond;
  bool taken_away() { return max(v_beyond.x, v_beyond.y) > 0.0; }
`;

const common = (more) => ({ ...frame, cut: uncut, depth_pull: { value: 1 }, ...more });

const surface_vertex = `
  ${cut_vertex}
  varying vec3 v_view; centroid varying float v_w;
  void main() {
    vec4 view = modelViewMatrix * vec4(position, 1.0);
    v_view = view.xyz;
    tell_cut(view.xyz);
    gl_Position = projectionMatrix * view;
    v_w = gl_Position.w;
  }
`;

// Flat shading by derivatives: needs no normals in memory. The normal is turned to the eye, so that winding does not
// matter for light. 'closeness' brings lengths near 1 before the cross product squares them.
const surface_fragment = `
  ${depth_head} ${cut_head}
  uniform vec3 colour, up; uniform float opacity, rim, back_opacity, closeness;
  varying vec3 v_view;
  void main() {
    vec3 view = v_view * closeness;
    vec3 normal = normalize(cross(dFdx(view), dFdy(view)));
    if (taken_away()) discard;
    vec3 eye = normalize(-view);
    if (dot(normal, eye) < 0.0) normal = -normal;
    float key = max(0.0, dot(normal, normalize(vec3(-0.42, 0.62, 0.66))));
    float sky = 0.5 + 0.5 * dot(normal, up);
    float facing = dot(normal, eye);
    float light = 0.50 + 0.30 * key + 0.23 * sky + 0.05 * facing;
    vec3 lit = colour * light + 0.05 * pow(key, 12.0);
    float alpha = opacity * mix(1.0, mix(0.35, 1.0, pow(1.0 - facing, 1.5)), rim);
    if (!gl_FrontFacing) { alpha *= back_opacity; lit *= 0.86; }
    gl_FragColor = vec4(lit, alpha);
    write_depth();
  }
`;

/// A solid surface. opacity below 1 makes it see-through; rim gathers the colour where it is seen edge-on.
export function surface_material({ colour, opacity = 1, rim = 0, back_opacity = 1, side = THREE.DoubleSide,
  depth_pull = 1, depth_write = opacity >= 1, cuttable = false }) {
  return new THREE.ShaderMaterial({
    uniforms: common({
      colour: { value: new THREE.Color(colour) }, opacity: { value: opacity }, rim: { value: rim },
      back_opacity: { value: back_opacity }, depth_pull: { value: depth_pull }, ...(cuttable ? { cut: frame.cut } : {}),
    }),
    vertexShader: surface_vertex, fragmentShader: surface_fragment, side,
    transparent: opacity < 1 || back_opacity < 1, depthWrite: depth_write,
    ...(cuttable && depth_write ? stencil(0) : {}),
  });
}

const stencil = (ref) => ({ stencilWrite: true, stencilRef: ref, stencilZPass: THREE.ReplaceStencilOp });

const cap_fragment = `
  ${depth_head} ${cut_head}
  uniform vec3 colour;
  void main() {
    if (taken_away()) discard;
    gl_FragColor = vec4(colour, 1.0);
    write_depth();
  }
`;

/// Where a solid is cut, one looks at the insides of its far walls. In one flat colour they look as the cut surface
/// would, since the colour of the cut does not depend on depth; the stencil remembers where that is.
export function cap_material() {
  return new THREE.ShaderMaterial({
    uniforms: common({ colour: { value: new THREE.Color() }, cut: frame.cut }),
    vertexShader: surface_vertex, fragmentShader: cap_fragment, side: THREE.BackSide, ...stencil(1),
  });
}

const cap_depth_vertex = `
  varying vec3 v_ray;
  void main() {
    gl_Position = vec4(position.xy, 0.0, 1.0);
    v_ray = vec3((position.x + projectionMatrix[2][0]) / projectionMatrix[0][0],
      (position.y + projectionMatrix[2][1]) / projectionMatrix[1][1], -1.0);
  }
`;

const cap_depth_fragment = `
  uniform float near, depth_scale; uniform vec4 cut;
  varying vec3 v_ray;
  void main() {
    float w = -cut.w / dot(cut.xyz, v_ray);
    gl_FragColor = vec4(0.0);
    gl_FragDepth = w > near ? clamp(log2(w / near) * depth_scale, 0.0, 1.0) : 0.0;
  }
`;

/// Then the pixels of cut surfaces get the depth of the plane, so that edges, marks and movers behind it are hidden.
export function cap_depth_material() {
  return new THREE.ShaderMaterial({
    uniforms: common({ cut: frame.cut }), vertexShader: cap_depth_vertex, fragmentShader: cap_depth_fragment,
    colorWrite: false, depthFunc: THREE.AlwaysDepth, stencilWrite: true, stencilFunc: THREE.EqualStencilFunc,
    stencilRef: 1,
  });
}

// A segment becomes a quad of a width in pixels. What is behind the near plane is cut off first: dividing by a w that
// is negative would throw that end to the other side of the screen.
const line_vertex = `
  ${cut_vertex}
  uniform vec2 viewport; uniform float width, near;
  attribute vec3 start, end;
  centroid varying float v_w; varying float v_along, v_across, v_middle_w;
  void main() {
    vec4 a = modelViewMatrix * vec4(start, 1.0), b = modelViewMatrix * vec4(end, 1.0);
    if (a.z > -near && b.z < -near) a = mix(a, b, (a.z + near) / (a.z - b.z));
    else if (b.z > -near && a.z < -near) b = mix(b, a, (b.z + near) / (b.z - a.z));
    vec4 clip_a = projectionMatrix * a, clip_b = projectionMatrix * b;
    vec2 at_a = clip_a.xy / clip_a.w * viewport * 0.5, at_b = clip_b.xy / clip_b.w * viewport * 0.5;
    vec2 way = at_b - at_a;
    float pixels = length(way);
    way = pixels > 1e-6 ? way / pixels : vec2(1.0, 0.0);
    vec4 clip = position.x < 0.5 ? clip_a : clip_b;
    float half_width = 0.5 * width + 0.75;
    vec2 shift = vec2(-way.y, way.x) * position.y * half_width;
    clip.xy += shift / viewport * 2.0 * clip.w;
    gl_Position = clip;
    v_w = clip.w;
    v_middle_w = clip.w;
    tell_cut(position.x < 0.5 ? a.xyz : b.xyz);
    v_across = position.y * half_width * clip.w;
    v_along = position.x * pixels * clip.w;
  }
`;

const line_fragment = `
  ${depth_head} ${cut_head}
  uniform vec3 colour; uniform float opacity, width, dash;
  varying float v_along, v_across, v_middle_w;
  void main() {
    if (taken_away()) discard;
    float alpha = opacity * clamp(0.5 * width + 0.5 - abs(v_across / v_middle_w), 0.0, 1.0);
    if (dash > 0.0 && fract(v_along / v_middle_w / dash) > 0.55) discard;
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(colour, alpha);
    write_depth();
  }
`;

export function line_material({ colour, opacity = 1, width = 1.5, dash = 0, depth_pull = 0.9985, cuttable = false }) {
  return new THREE.ShaderMaterial({
    uniforms: common({
      colour: { value: new THREE.Color(colour) }, opacity: { value: opacity }, width: { value: width },
      dash: { value: dash }, depth_pull: { value: depth_pull }, ...(cuttable ? { cut: frame.cut } : {}),
    }),
    vertexShader: line_vertex, fragmentShader: line_fragment, transparent: true, depthWrite: false,
    side: THREE.DoubleSide,
  });
}

/// Segments as instanced quads; points is a flat list of pairs of ends.
export function segments_geometry(points) {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(
    new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const pairs = new THREE.InstancedInterleavedBuffer(points, 6, 1);
  geometry.setAttribute('start', new THREE.InterleavedBufferAttribute(pairs, 3, 0));
  geometry.setAttribute('end', new THREE.InterleavedBufferAttribute(pairs, 3, 3));
  geometry.instanceCount = points.length / 6;
  return geometry;
}

// A contact: a disc with a ring, of a size in pixels. Drawn twice: whole where it is seen, smaller where something is
// in front, so that a contact under a box is still found.
const mark_vertex = `
  uniform vec2 viewport; uniform float radius, chosen;
  attribute vec3 place; attribute float number;
  centroid varying float v_w; varying vec2 v_at; varying float v_radius;
  void main() {
    vec4 clip = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
    v_radius = radius * (abs(number - chosen) < 0.5 ? 1.45 : 1.0);
    v_at = position.xy * (v_radius + 4.0);
    clip.xy += v_at / viewport * 2.0 * clip.w;
    gl_Position = clip;
    v_w = clip.w;
  }
`;

const mark_fragment = `
  ${depth_head}
  uniform vec3 colour, halo; uniform float opacity;
  varying vec2 v_at; varying float v_radius;
  void main() {
    float far = length(v_at);
    float disc = clamp(v_radius + 0.5 - far, 0.0, 1.0), ring = clamp(v_radius + 2.5 - far, 0.0, 1.0);
    if (ring <= 0.0) discard;
    gl_FragColor = vec4(mix(halo, colour, disc), ring * opacity);
    write_depth();
  }
`;

export function mark_material({ colour, halo, radius, opacity, hidden }) {
  return new THREE.ShaderMaterial({
    uniforms: common({
      colour: { value: new THREE.Color(colour) }, halo: { value: new THREE.Color(halo) }, radius: { value: radius },
      opacity: { value: opacity }, chosen: { value: -1 }, depth_pull: { value: 0.96 },
    }),
    vertexShader: mark_vertex, fragmentShader: mark_fragment, transparent: true, depthWrite: false,
    depthFunc: hidden ? THREE.GreaterDepth : THREE.LessEqualDepth,
  });
}

// A normal: an arrow of a length in pixels (of the plane through its foot, so that it shortens as it turns to the eye).
const arrow_vertex = `
  uniform vec2 viewport; uniform float pixels, focal, chosen;
  attribute vec3 place, way; attribute float number;
  centroid varying float v_w;
  void main() {
    vec4 foot = modelViewMatrix * vec4(place, 1.0);
    float scale = abs(number - chosen) < 0.5 ? 1.3 : 1.0;
    vec3 along = normalize((modelViewMatrix * vec4(way, 0.0)).xyz) * (pixels * scale * -foot.z / focal);
    vec4 a = projectionMatrix * foot, b = projectionMatrix * (foot + vec4(along, 0.0));
    vec2 run = (b.xy / b.w - a.xy / a.w) * viewport * 0.5;
    float length_here = length(run);
    run = length_here > 1e-6 ? run / length_here : vec2(0.0, 1.0);
    // The head keeps its shape while the arrow is long enough for it.
    float head = min(11.0 * scale, length_here * 0.6);
    float x = position.x < 0.5 ? 0.0 : position.x < 1.5 ? length_here - head : length_here;
    float y = position.y * (abs(position.y) > 1.5 ? 0.26 * head : 1.1 * scale);
    vec4 clip = mix(a, b, length_here > 1e-6 ? x / length_here : 0.0);
    clip.xy += vec2(-run.y, run.x) * y / viewport * 2.0 * clip.w;
    gl_Position = clip;
    v_w = clip.w;
  }
`;

const plain_fragment = `
  ${depth_head}
  uniform vec3 colour; uniform float opacity;
  void main() { gl_FragColor = vec4(colour, opacity); write_depth(); }
`;

export function arrow_material({ colour, opacity, pixels, hidden }) {
  return new THREE.ShaderMaterial({
    uniforms: common({
      colour: { value: new THREE.Color(colour) }, opacity: { value: opacity }, pixels: { value: pixels },
      chosen: { value: -1 }, depth_pull: { value: 0.975 },
    }),
    vertexShader: arrow_vertex, fragmentShader: plain_fragment, transparent: true, depthWrite: false,
    side: THREE.DoubleSide, depthFunc: hidden ? THREE.GreaterDepth : THREE.LessEqualDepth,
  });
}
