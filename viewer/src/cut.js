// The cut: a plane across one of the caller's axes that takes away what stands before it, so that one looks inside. It
// is a uniform of the materials: no mesh is rebuilt while it moves, only the thin outline of the cut.

import * as THREE from 'three';
import { cap_depth_material, frame, line_material, segments_geometry } from './materials.js';
import { element, icon } from './dom.js';
import { colours, on_theme } from './theme.js';
import { section_of } from './section.js';
import { short } from './numbers.js';

const names = ['x', 'y', 'z'];
const ways = [[1, 0, 0], [0, 0, -1], [0, 1, 0]].map((way) => new THREE.Vector3(...way));  // in view units y is up

export class Cut {
  constructor(scene, root, { on_change, on_align }) {
    Object.assign(this, { scene, root, on_change });
    this.things = scene.things.filter((thing) => thing.cuttable && thing.solid && thing.mesh.triangles);
    this.rooms = this.things.some((thing) => thing.role === 'room');
    this.on = false;
    this.axis = null;
    this.middle = this.middle_of_answer();
    this.depths = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), cap_depth_material());
    this.depths.frustumCulled = false;
    this.depths.renderOrder = -2;
    this.outline = new THREE.Mesh(new THREE.BufferGeometry(), line_material({ colour: '#888', width: 1.4 }));
    this.outline.frustumCulled = false;
    this.outline.renderOrder = 2;
    this.paint();
    on_theme(() => this.paint());
    this.show_controls(on_align);
    this.show();
  }

  /// Whether there is anything to cut.
  get possible() { return this.things.length > 0; }

  // ----- the plane -----

  /// What the cut should show where no contact is chosen: the mover at the answer, else what was carved out, else what
  /// was cast, else the middle.
  middle_of_answer() {
    const moved = (thing) => thing.painted_as === 'mover' && thing.solid;
    const tests = [moved, (thing) => thing.role === 'ghost', (thing) => thing.role === 'sphere' || thing.role === 'ray'];
    for (const test of tests) {
      const some = this.scene.things.filter(test);
      if (some.length) return { place: this.scene.box(some).getCenter(new THREE.Vector3()), of: some };
    }
    return { place: this.scene.box(this.things).getCenter(new THREE.Vector3()), of: [] };
  }

  target(chosen) {
    const contacts = this.scene.words.contacts, contact = contacts[chosen] ?? contacts.find(({ point }) => point);
    if (contact?.point) return { place: this.scene.from_caller(contact.point), contact, of: [] };
    return this.middle;
  }

  /// Through a place; but into rooms one looks from above, so there the plane is higher: some of the walls stay.
  through({ place }, axis, sign) {
    const at = this.scene.to_caller(place)[axis];
    if (!this.rooms || axis !== 2 || sign < 0) return { axis, sign, at };
    const [, high] = this.range(2);
    return { axis, sign, at: at + Math.max(0, 0.2 * (high - at)) };
  }

  from_above(chosen) { return this.through(this.target(chosen), 2, 1); }

  /// Across the axis that one looks along most.
  aligned(rig, chosen) {
    const { back } = rig.basis(), along = ways.map((way) => way.dot(back));
    const axis = [0, 1, 2].reduce((best, k) => (Math.abs(along[k]) > Math.abs(along[best]) ? k : best), 0);
    return this.through(this.target(chosen), axis, along[axis] < 0 ? -1 : 1);
  }

  /// In view units: what is farther along the normal than the offset is taken away.
  static plane(scene, { axis, sign, at }) {
    return { normal: ways[axis].clone().multiplyScalar(sign), offset: sign * (at - scene.centre[axis]) / scene.size };
  }

  get plane() { return this.on ? Cut.plane(this.scene, this) : null; }

  faces(rig) { return this.axis !== null && ways[this.axis].dot(rig.basis().back) * this.sign > 0.2; }

  /// How far the caller's coordinate may go, with a little air on both sides.
  range(axis) {
    const { min, max } = this.scene.box(this.things);
    const ends = [min, max].map((end) => this.scene.to_caller(end)[axis]).sort((a, b) => a - b);
    const air = 0.01 * (ends[1] - ends[0]);
    return [ends[0] - air, ends[1] + air];
  }

  /// The plane in the camera's space. It is set off towards the eye by a fraction of a pixel, however near we are: a
  /// face that lies in it would else be there in one pixel and not in the next.
  update(rig, closeup) {
    // Up close the outline would tremble: it is of single precision.
    this.outline.visible = this.on && !closeup;
    if (!this.on) return void frame.cut.value.set(0, 0, 0, -1);
    if (this.outline.visible && this.outdated) this.draw_outline();
    const { normal, offset } = this.plane, { right, up, back } = rig.basis();
    const away = normal.dot(rig.target) - offset + (normal.dot(back) - 4e-4) * rig.distance;
    frame.cut.value.set(normal.dot(right), normal.dot(up), normal.dot(back), away);
  }

  /// Discards leave stairs of pixels where a surface ends at the plane; a line over them is smooth, and shows the shape.
  draw_outline() {
    this.outdated = false;
    this.outline.geometry.dispose();
    this.outline.geometry = segments_geometry(section_of(this.things.filter(({ shown }) => shown), this.plane));
  }

  paint() {
    this.outline.material.uniforms.colour.value.set(colours().edge);
    this.outline.material.uniforms.opacity.value = Math.min(0.8, 1.7 * colours().edge_strength);
  }

  // ----- changes -----

  set(change) {
    this.outdated = true;
    const before = this.on;
    Object.assign(this, change);
    if (this.on !== before) this.scene.set_cut(this.on);
    this.show();
    this.on_change(this.on !== before);
  }

  flip() { this.set({ sign: -this.sign }); }

  // ----- controls -----

  show_controls(on_align) {
    const button = (label, key, face, act) => element('button', {
      class: 'icon', 'aria-label': label, title: `${label} (${key})`, onclick: act }, icon(face));
    this.slider = element('input', { type: 'range', step: 'any', 'aria-label': 'Depth of the cut',
      oninput: () => this.set({ at: this.slider.valueAsNumber }) });
    this.name = element('b', {});
    this.value = element('output', {});
    this.track = element('div', { class: 'track depth' }, element('div', { class: 'bar' }), element('div', { class: 'done' }),
      this.slider);
    this.root.replaceChildren(element('span', { class: 'where' }, this.name, this.value), this.track,
      button('Cut from the other side', 'F', 'flip', () => this.flip()),
      button('Cut across the view', 'V', 'align', on_align));
  }

  show() {
    this.root.hidden = !this.on;
    this.depths.visible = this.on;
    document.getElementById('layout').classList.toggle('cutting', this.on);
    if (!this.on) return;
    const [low, high] = this.range(this.axis), share = (this.at - low) / (high - low || 1);
    Object.assign(this.slider, { min: low, max: high });
    this.slider.value = this.at;
    this.name.textContent = names[this.axis];
    this.value.textContent = short(this.at, 3);
    this.slider.setAttribute('aria-valuetext', `${names[this.axis]} ${short(this.at, 4)}`);
    this.track.style.setProperty('--from', this.sign > 0 ? 0 : share);
    this.track.style.setProperty('--to', this.sign > 0 ? share : 1);
  }

  report() {
    const { possible, on, axis, sign, at } = this;
    return { possible, on, axis: names[axis] ?? null, sign: sign ?? null, at: at ?? null };
  }
}
