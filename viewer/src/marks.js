// Contacts: marks and normals of constant size on the screen, margins of true size, numbers beside them while they are
// few.

import * as THREE from 'three';
import { arrow_material, mark_material, surface_material } from './materials.js';
import { colours, on_theme } from './theme.js';

const most_labels = 12;

export class Marks {
  constructor(scene, labels) {
    this.scene = scene;
    this.labels = labels;
    this.group = new THREE.Group();
    this.group.matrixAutoUpdate = false;
    this.chosen = -1;
    this.shown = true;
    this.contacts = scene.words.contacts
      .map((contact, index) => ({ index, contact, place: contact.point ? scene.from_caller(contact.point) : null }))
      .filter(({ place }) => place);
    if (!this.contacts.length) return;
    this.add_discs();
    this.add_arrows();
    this.add_margins();
    this.add_labels();
    on_theme(() => this.paint());
  }

  add_discs() {
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(
      new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.discs = this.instanced(geometry, this.contacts, (hidden) => mark_material({
      colour: colours().accent, halo: colours().halo, radius: hidden ? 4.5 : this.contacts.length > 60 ? 5 : 7,
      opacity: hidden ? 0.85 : 1, hidden }), 12);
  }

  add_arrows() {
    const with_normal = this.contacts.filter(({ contact }) => contact.normal);
    if (!with_normal.length) return;
    const geometry = new THREE.InstancedBufferGeometry();
    // Codes, not places: x is foot, neck or tip; y is the half width, of the shaft (1) or of the head (2 and more).
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array([
      0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0, 1, -2, 0, 1, 2, 0, 2, 0, 0]), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3, 4, 6, 5]);
    const ways = new Float32Array(with_normal.flatMap(({ contact: { normal: [x, y, z] } }) => [x, z, -y]));
    geometry.setAttribute('way', new THREE.InstancedBufferAttribute(ways, 3));
    const pixels = with_normal.length > 60 ? 24 : 46;
    this.arrow_pixels = pixels;
    this.arrows = this.instanced(geometry, with_normal, (hidden) => arrow_material({
      colour: colours().accent, opacity: hidden ? 0.4 : 1, pixels, hidden }), 10);
  }

  /// One geometry drawn twice: where it is seen and where something is in front of it.
  instanced(geometry, list, material, order) {
    const places = new THREE.InstancedBufferAttribute(new Float32Array(3 * list.length), 3);
    places.setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute('place', places);
    geometry.setAttribute('number', new THREE.InstancedBufferAttribute(
      new Float32Array(list.map(({ index }) => index)), 1));
    geometry.instanceCount = list.length;
    const objects = [true, false].map((hidden, i) => {
      const object = new THREE.Mesh(geometry, material(hidden));
      object.matrixAutoUpdate = false;
      object.frustumCulled = false;
      object.renderOrder = order + i;
      this.group.add(object);
      return object;
    });
    return { list, places, objects };
  }

  add_margins() {
    const { margin } = this.scene.words;
    if (!(margin > 0) || this.contacts.length > 200) return;
    const sphere = new THREE.SphereGeometry(1, 64, 40);
    this.margin_material = surface_material({ colour: colours().margin, opacity: 0.4, rim: 0.85, depth_write: false });
    this.margins = this.contacts.map(({ place }) => {
      const object = new THREE.Mesh(sphere, this.margin_material);
      object.matrixAutoUpdate = false;
      object.frustumCulled = false;
      object.renderOrder = 5;
      object.matrix.makeScale(1, 1, 1).multiplyScalar(margin / this.scene.size).setPosition(place);
      object.matrix.elements[15] = 1;
      return object;
    });
  }

  add_labels() {
    if (this.contacts.length < 2 || this.contacts.length > most_labels) return;
    this.tags = this.contacts.map(({ index }) => {
      const tag = document.createElement('span');
      tag.textContent = String(index + 1);
      this.labels.append(tag);
      return tag;
    });
  }

  paint() {
    const { accent, halo, margin } = colours();
    for (const set of [this.discs, this.arrows]) {
      for (const { material } of set?.objects ?? []) {
        material.uniforms.colour.value.set(accent);
        material.uniforms.halo?.value.set(halo);
      }
    }
    this.margin_material?.uniforms.colour.value.set(margin);
  }

  choose(index) {
    this.chosen = index;
    for (const set of [this.discs, this.arrows]) {
      for (const { material } of set?.objects ?? []) material.uniforms.chosen.value = index;
    }
    this.tags?.forEach((tag, i) => tag.classList.toggle('chosen', this.contacts[i].index === index));
  }

  /// Places relative to the target: the difference is taken in double precision, so marks stand still however near.
  update(rig) {
    if (!this.contacts.length) return;
    this.group.visible = this.shown;
    this.group.matrix.makeTranslation(rig.target.x, rig.target.y, rig.target.z);
    for (const set of [this.discs, this.arrows]) {
      set?.list.forEach(({ place }, i) => {
        set.places.setXYZ(i, place.x - rig.target.x, place.y - rig.target.y, place.z - rig.target.z);
      });
      if (set) set.places.needsUpdate = true;
    }
    // On a phone the scene is small, and arrows of full length would cover it.
    const { stage } = rig.size, share = Math.min(1, Math.max(0.6, Math.min(stage.width, stage.height) / 600));
    for (const { material } of this.arrows?.objects ?? []) material.uniforms.pixels.value = this.arrow_pixels * share;
    this.place_labels(rig);
  }

  /// Beside its mark, at the first of eight places that is free and on the stage; else not at all.
  place_labels(rig) {
    if (!this.tags) return;
    const { stage } = rig.size, taken = [];
    const marks = this.contacts.map(({ place }) => rig.project(place));
    this.tags.forEach((tag, i) => {
      const at = this.shown && marks[i];
      const spot = at && free_spot(at, stage, taken, marks);
      tag.hidden = !spot;
      if (!spot) return;
      taken.push(spot);
      tag.style.transform = `translate(${Math.round(spot[0])}px, ${Math.round(spot[1])}px)`;
    });
  }

  /// The contact whose mark is under a pixel, or -1.
  at(x, y, rig, reach = 12) {
    if (!this.shown) return -1;
    let best = -1, least = reach;
    for (const { place, index } of this.contacts) {
      const at = rig.project(place);
      const away = at ? Math.hypot(at[0] - x, at[1] - y) : Infinity;
      if (away < least) {
        least = away;
        best = index;
      }
    }
    return best;
  }
}

const width = 22, height = 20;

function free_spot([x, y], stage, taken, marks) {
  for (const [dx, dy] of [[11, -26], [-33, -26], [13, -10], [-35, -10], [11, 8], [-33, 8], [-11, 12], [-11, -34]]) {
    const left = x + dx, top = y + dy;
    const inside = left >= stage.x && top >= stage.y && left + width <= stage.x + stage.width
      && top + height <= stage.y + stage.height;
    const clear = taken.every(([a, b]) => Math.abs(a - left) >= width || Math.abs(b - top) >= height)
      && marks.every((at) => !at || Math.abs(at[0] - left - width / 2) > width / 2 + 7
        || Math.abs(at[1] - top - height / 2) > height / 2 + 7);
    if (inside && clear) return [left, top];
  }
  return null;
}
