// Where do we look from? A rig in double precision: target, distance, two angles. Zooming scales the whole rig about the
// point under the pointer, so that it reaches any depth there; the target comes along by itself.

import * as THREE from 'three';
import { frame } from './materials.js';

const half_fov = Math.tan(THREE.MathUtils.degToRad(16));
const reduced_motion = window.matchMedia('(prefers-reduced-motion: reduce)');

export class Rig {
  constructor(on_change, on_limit) {
    this.camera = new THREE.PerspectiveCamera();
    this.camera.matrixAutoUpdate = false;
    this.target = new THREE.Vector3();
    this.distance = 3;
    this.azimuth = -1;
    this.elevation = 0.45;
    this.closest = 1e-5;
    this.farthest = 40;
    this.size = { width: 1, height: 1, stage: { x: 0, y: 0, width: 1, height: 1 } };
    this.on_change = on_change;
    this.on_limit = on_limit;
    this.flight = 0;
  }

  // In view units y is up; angles are those of the caller's coordinates, in which z is.
  basis() {
    const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth);
    const ce = Math.cos(this.elevation), se = Math.sin(this.elevation);
    return {
      right: new THREE.Vector3(-sa, 0, -ca), up: new THREE.Vector3(-se * ca, ce, se * sa),
      back: new THREE.Vector3(ce * ca, se, -ce * sa),
    };
  }

  eye() { return this.target.clone().addScaledVector(this.basis().back, this.distance); }

  /// stage: the part of the canvas that panel and timeline leave free; the target is drawn in its middle.
  resize(width, height, stage) {
    this.size = { width, height, stage };
    this.update();
  }

  get focal() {
    const { stage } = this.size;
    return Math.min(stage.height, 1.6 * stage.width) / 2 / half_fov;
  }

  update() {
    const { width, height, stage } = this.size, { camera, distance } = this;
    const { right, up, back } = this.basis();
    camera.matrix.makeBasis(right, up, back).setPosition(this.target.clone().addScaledVector(back, distance));
    camera.matrixWorld.copy(camera.matrix);
    camera.matrixWorldInverse.copy(camera.matrix).invert();
    // An infinite projection: nothing is cut off behind, and depth is our shaders' affair.
    const near = 0.01 * distance, f = this.focal;
    const shift_x = 2 * (stage.x + stage.width / 2) / width - 1, shift_y = 1 - 2 * (stage.y + stage.height / 2) / height;
    camera.projectionMatrix.set(
      2 * f / width, 0, -shift_x, 0,
      0, 2 * f / height, -shift_y, 0,
      0, 0, -1, -2 * near,
      0, 0, -1, 0);
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    frame.near.value = near;
    frame.depth_scale.value = 1 / Math.log2((4 * distance + 16) / near);
    frame.focal.value = f;
    frame.viewport.value.set(width, height);
    frame.closeness.value = 1 / distance;
    frame.up.value.set(right.y, up.y, back.y);
    this.on_change();
  }

  /// View units to pixels of the page; null behind the eye.
  project(point) {
    const { right, up, back } = this.basis(), { stage } = this.size;
    const from = point.clone().sub(this.target);
    const depth = this.distance - from.dot(back);
    if (depth <= 0) return null;
    const scale = this.focal / depth;
    const x = stage.x + stage.width / 2 + from.dot(right) * scale;
    const y = stage.y + stage.height / 2 - from.dot(up) * scale;
    return [x, y, depth];
  }

  /// The ray through a pixel, in view units.
  ray(x, y) {
    const { right, up, back } = this.basis(), { stage } = this.size;
    const direction = back.clone().negate()
      .addScaledVector(right, (x - stage.x - stage.width / 2) / this.focal)
      .addScaledVector(up, -(y - stage.y - stage.height / 2) / this.focal);
    return { origin: this.eye(), direction };
  }

  // ----- moves -----

  rotate(dx, dy) {
    this.stop();
    this.azimuth -= dx * 0.0075;
    this.elevation = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.elevation + dy * 0.0075));
    this.update();
  }

  pan(dx, dy) {
    this.stop();
    const { right, up } = this.basis(), scale = this.distance / this.focal;
    this.target.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
    this.update();
  }

  zoom(factor, about) {
    this.stop();
    const distance = Math.min(this.farthest, Math.max(this.closest, this.distance * factor));
    if (factor < 1 && distance === this.closest && this.closest > 1e-9) this.on_limit();
    const scale = distance / this.distance;
    this.target.sub(about).multiplyScalar(scale).add(about);
    this.distance = distance;
    this.update();
  }

  /// The point under a pixel at the depth of the target.
  at_target_depth(x, y) {
    const { origin, direction } = this.ray(x, y);
    return origin.addScaledVector(direction, this.distance);
  }

  /// The view from a direction in which points just fill the stage: { target, distance, azimuth, elevation }. In
  /// perspective target and distance depend on each other, so we go there in a few rounds.
  view_of(points, azimuth, elevation) {
    const kept = [this.azimuth, this.elevation];
    [this.azimuth, this.elevation] = [azimuth, elevation];
    const { right, up, back } = this.basis(), { stage } = this.size;
    [this.azimuth, this.elevation] = kept;
    const margin = Math.min(48, 0.07 * Math.min(stage.width, stage.height));
    const wide = (stage.width / 2 - margin) / this.focal, high = (stage.height / 2 - margin) / this.focal;
    const seen = points.map((point) => [point.dot(right), point.dot(up), point.dot(back)]);
    let nearest = -Infinity, deepest = Infinity;
    for (const [, , z] of seen) {
      nearest = Math.max(nearest, z);
      deepest = Math.min(deepest, z);
    }
    const middle_depth = (nearest + deepest) / 2;
    let x = 0, y = 0, distance = 3;
    for (let round = 0; round < 12; ++round) {
      let left = Infinity, rightmost = -Infinity, bottom = Infinity, top = -Infinity, needed = 0;
      for (const [px, py, pz] of seen) {
        const depth = Math.max(1e-3, distance - (pz - middle_depth));
        left = Math.min(left, (px - x) / depth);
        rightmost = Math.max(rightmost, (px - x) / depth);
        bottom = Math.min(bottom, (py - y) / depth);
        top = Math.max(top, (py - y) / depth);
      }
      x += (left + rightmost) / 2 * distance;
      y += (bottom + top) / 2 * distance;
      for (const [px, py, pz] of seen) {
        needed = Math.max(needed, pz - middle_depth + Math.max(Math.abs(px - x) / wide, Math.abs(py - y) / high));
      }
      distance = Math.max(needed, 1.15 * (nearest - middle_depth), 1e-3);
    }
    const target = right.clone().multiplyScalar(x).addScaledVector(up, y).addScaledVector(back, middle_depth);
    return { target, distance, azimuth, elevation };
  }

  stop() {
    cancelAnimationFrame(this.flight);
    this.flight = 0;
  }

  /// Goes to a view; resolves when there. Distance changes by equal ratios, so that a flight to a tiny gap neither
  /// crawls nor jumps; the target follows such that it stays in the picture.
  fly(to, seconds = 0.7) {
    this.stop();
    const { distance, azimuth, elevation } = this;
    const from = { target: this.target.clone(), distance, azimuth, elevation };
    const goal = { ...from, ...to };
    let turn = (goal.azimuth - from.azimuth) % (2 * Math.PI);
    if (turn > Math.PI) turn -= 2 * Math.PI;
    if (turn < -Math.PI) turn += 2 * Math.PI;
    const ratio = goal.distance / from.distance;
    const place = (share) => {
      const scale = ratio ** share;
      // With a distance that shrinks as q^s, an approach as (q^s - q) / (1 - q) moves at a steady pace on the screen.
      const left = Math.abs(ratio - 1) < 1e-3 ? 1 - share : (scale - ratio) / (1 - ratio);
      this.target.copy(from.target).sub(goal.target).multiplyScalar(share >= 1 ? 0 : left).add(goal.target);
      this.distance = share >= 1 ? goal.distance : from.distance * scale;
      this.azimuth = from.azimuth + turn * share;
      this.elevation = from.elevation + (goal.elevation - from.elevation) * share;
      this.update();
    };
    if (reduced_motion.matches || seconds <= 0) {
      place(1);
      return Promise.resolve();
    }
    return new Promise((done) => {
      const begin = performance.now();
      const step = (now) => {
        const share = Math.min(1, Math.max(0, (now - begin) / 1000 / seconds));
        place(share * share * (3 - 2 * share));
        if (share < 1) this.flight = requestAnimationFrame(step);
        else done();
      };
      this.flight = requestAnimationFrame(step);
    });
  }
}
