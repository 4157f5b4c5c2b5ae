// The page: reads the scene that stands in it, shows the answer in words at once, then in space.

import * as THREE from 'three';
import { decode_base64, parse_glb, words_of } from './glb.js';
import { Closeup, reach } from './closeup.js';
import { Compass } from './compass.js';
import { Cut } from './cut.js';
import { Marks } from './marks.js';
import { Panel } from './panel.js';
import { Picker, corner_of } from './picking.js';
import { Rig } from './camera.js';
import { Scene } from './scene.js';
import { Timeline } from './timeline.js';
import { attach_input } from './input.js';
import { attach_tools } from './tools.js';
import { choose_cut } from './opening.js';
import { choose_view } from './home.js';
import { copy } from './dom.js';
import { legend_of, notes_of } from './legend.js';
import { cap_colour, colours, on_theme, theme_name } from './theme.js';
import { full_list, short_list } from './numbers.js';
import { frame, surface_material, uncut } from './materials.js';

// What theme.js says is what is on the screen: no conversion of colours on the way.
THREE.ColorManagement.enabled = false;

const $ = (id) => document.getElementById(id);

class Viewer {
  constructor(glb, words) {
    this.words = words;
    this.canvas = $('view');
    this.panel = new Panel($('panel'), words, {
      on_contact: (i) => this.go_to_contact(i), on_gap: (i) => this.gap_view(i), say,
    });
    if (glb.cut) throw new Error('The scene is cut off: the file ended too early.');
    this.renderer = make_renderer(this.canvas);
    this.scene = new Scene(glb, words);
    this.world = new THREE.Scene();
    this.rig = new Rig(() => this.request_frame(), () => say('Single precision ends here: nothing finer can be shown'));
    this.marks = new Marks(this.scene, $('labels'));
    this.closeup = new Closeup(this.scene);
    this.compass = new Compass($('compass'));
    this.picker = new Picker(this.scene);
    this.world.add(this.scene.root, this.closeup.group, this.marks.group, ...(this.marks.margins ?? []));
    this.make_highlight();
    this.rig.closest = this.closest_distance();
    this.untouched = true;
    if (words.timeline) {
      this.timeline = new Timeline($('timeline'), words, {
        on_value: (value) => this.show_time(value),
        on_mark: (mark) => { if (mark.contact !== undefined) this.choose(mark.contact); },
      });
      this.scene.set_time(this.timeline.value);
    }
    this.cut = new Cut(this.scene, $('cut'), {
      on_change: (toggled) => this.show_cut(toggled), on_align: () => this.align_cut() });
    this.world.add(this.cut.depths, this.cut.outline);
    this.attach();
  }

  attach() {
    const entries = legend_of(this.scene, this.marks);
    this.panel.legend(entries, (entry, shown) => {
      entry.show(shown);
      this.closeup.forget();
      this.cut.outdated = true;
      this.show_parts();
    });
    this.panel.add_notes(notes_of(this.scene));
    this.panel.on_resize = () => this.measure();
    attach_tools(this);
    attach_input(this.canvas, this.rig, {
      anchor: (x, y) => this.anchor(x, y),
      on_hover: (x, y) => this.hover_over(x, y),
      on_leave: () => { this.hover_at = null; this.show_hover(null); },
      on_click: (x, y) => this.click(x, y),
      on_drag: (dragging) => this.drag(dragging),
    });
    this.canvas.addEventListener('pointerdown', () => { this.untouched = false; });
    this.canvas.addEventListener('wheel', () => { this.untouched = false; }, { passive: true });
    this.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      say_problem('The graphics card took the picture away.', 'Reload the page to see it again.');
    });
    this.canvas.addEventListener('webglcontextrestored', () => {
      $('message').hidden = true;
      this.request_frame();
    });
    $('readout').addEventListener('click', () => {
      if (this.hover) copy(full_list(this.hover.point), say);
    });
    on_theme(() => {
      entries.forEach((entry) => entry.repaint?.());
      this.highlight.material.uniforms.colour.value.set(colours().highlight);
      this.request_frame();
    });
    // The canvas and the stage change with the window, with the panel, and with the timeline.
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe($('stage'));
    this.observer.observe(document.documentElement);
    this.scene.set_cut(false);
    this.show_parts();
    this.measure();
    this.choose_opening();
    this.home(0);
    this.attached = true;
  }

  // ----- size -----

  measure() {
    const width = window.innerWidth, height = window.innerHeight, stage = $('stage').getBoundingClientRect();
    const ratio = Math.min(window.devicePixelRatio || 1, this.scene.heavy ? 1.5 : 2);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.rig.resize(width, height, {
      x: stage.x, y: stage.y, width: Math.max(40, stage.width), height: Math.max(40, stage.height) });
    if (this.untouched && this.view) this.home(0);
  }

  /// Single precision shows nothing finer; with the rest of each position in the file, double precision does.
  closest_distance() {
    return this.closeup.exact ? 1e-12 : 2e-6;
  }

  // ----- views -----

  /// From where one sees the answer at first; where it is hidden from everywhere, with a cut.
  choose_opening() {
    this.view = choose_view(this.scene, this.rig, this.picker);
    const opening = choose_cut(this.scene, this.rig, this.picker, this.cut, this.view);
    if (!opening) return;
    this.view = opening;
    this.cut.set({ on: true, ...opening.cut });
  }

  home(seconds) {
    this.untouched = true;
    return this.look(this.view.azimuth, this.view.elevation, seconds);
  }

  /// The whole from a direction.
  look(azimuth, elevation, seconds) {
    return this.rig.fly(this.rig.view_of(this.scene.home_points, azimuth, elevation), seconds);
  }

  along_axis(axis) {
    const views = [[0, 0], [-Math.PI / 2, 0], [-Math.PI / 2, Math.PI / 2]];
    this.untouched = false;
    return this.look(...views[axis]);
  }

  go_to_contact(index) {
    const contact = this.words.contacts[index];
    if (!contact) return Promise.resolve();
    if (!this.attached) {  // no picture, but the words are there
      this.panel.choose(index);
      return Promise.resolve();
    }
    this.choose(index);
    if (this.timeline && typeof contact.at === 'number') {
      this.timeline.pause();
      this.timeline.set(contact.at);
    }
    if (!contact.point) return Promise.resolve();
    if (this.cut.on) this.cut.set(this.cut.through(this.cut.target(index), this.cut.axis, this.cut.sign));
    this.untouched = false;
    return this.rig.fly({ target: this.scene.from_caller(contact.point), distance: this.contact_distance() });
  }

  /// So near that the smaller of the things fills the view.
  contact_distance() {
    let smallest = 1;
    for (const thing of this.scene.things) {
      if (!thing.solid) continue;
      const diagonal = this.scene.box([thing]).getSize(new THREE.Vector3()).length();
      if (diagonal > 0) smallest = Math.min(smallest, diagonal);
    }
    return Math.max(1e-3, Math.min(0.45, 1.1 * smallest));
  }

  next_contact() {
    const total = this.words.contacts.length;
    if (total) this.go_to_contact((this.marks.chosen + 1) % total);
  }

  /// How to look at a contact's gap, or null where the picture is not fine enough to show it truly.
  gap_view(index) {
    if (!this.attached) return null;
    const contact = this.words.contacts[index];
    const gap = Math.max(contact?.separation ?? 0, this.words.margin ?? 0);
    const distance = 7 * gap / this.scene.size;
    if (!contact?.point || !(distance > this.closest_distance()) || distance > 0.2) return null;
    return () => {
      this.untouched = false;
      // From the side: what is apart along the normal is then apart on the screen.
      this.rig.fly({ target: this.scene.from_caller(contact.point), distance,
        elevation: Math.min(0.3, Math.max(-0.3, this.rig.elevation)) }, 1.6);
    };
  }

  choose(index) {
    this.marks.choose(index);
    this.panel.choose(index);
    this.request_frame();
  }

  // ----- the cut -----

  toggle_cut() {
    if (!this.cut.possible) return;
    // Put back where it was while it still faces us.
    if (this.cut.on || this.cut.faces(this.rig)) this.cut.set({ on: !this.cut.on });
    else if (this.cut.axis === null && this.cut.rooms) this.cut.set({ on: true, ...this.cut.from_above(this.marks.chosen) });
    else this.align_cut();
  }

  align_cut() { this.cut.set({ on: true, ...this.cut.aligned(this.rig, this.marks.chosen) }); }

  show_cut(toggled) {
    this.show_hover(null);
    this.cut_button?.setAttribute('aria-pressed', String(this.cut.on));
    if (toggled) {
      this.closeup.forget();
      this.show_parts();
    }
    this.request_frame();
  }

  // ----- time -----

  show_time(value) {
    this.scene.set_time(value);
    this.cut.outdated = true;
    this.closeup.forget();
    this.request_frame();
  }

  // ----- pointing -----

  anchor(x, y) {
    const mark = this.marks.at(x, y, this.rig);
    if (mark >= 0) return this.scene.from_caller(this.words.contacts[mark].point);
    return this.pick(x, y)?.place ?? this.rig.at_target_depth(x, y);
  }

  pick(x, y) { return this.picker.pick(this.rig.ray(x, y), undefined, this.cut.plane); }

  click(x, y) {
    const mark = this.marks.at(x, y, this.rig, 22);
    if (mark >= 0) this.choose(mark);
    this.show_hover(this.pick(x, y));
  }

  drag(dragging) {
    if (dragging === this.dragging) return;
    this.dragging = dragging;
    if (dragging) this.show_hover(null);
    if (this.scene.heavy) this.show_parts();
  }

  show_parts() {
    const spare = this.scene.heavy && this.dragging;
    for (const thing of this.scene.things) {
      for (const { object, unused } of thing.parts) {
        object.visible = thing.shown && !unused && !(spare && thing.role === 'ghost');
      }
    }
    this.request_frame();
  }

  make_highlight() {
    this.highlight = new THREE.Mesh(new THREE.BufferGeometry(), surface_material({
      colour: colours().highlight, opacity: 0.55, depth_pull: 0.999, depth_write: false }));
    this.highlight.matrixAutoUpdate = false;
    this.highlight.frustumCulled = false;
    this.highlight.renderOrder = 2;
    this.highlight.visible = false;
  }

  /// One pick per frame at most, however fast the mouse reports.
  hover_over(x, y) {
    const waiting = this.hover_at;
    this.hover_at = [x, y];
    if (waiting) return;
    requestAnimationFrame(() => {
      const at = this.hover_at;
      this.hover_at = null;
      if (at && !this.dragging) this.show_hover(this.pick(...at));
    });
  }

  show_hover(hit) {
    const same = hit?.thing === this.hover?.thing && hit?.triangle === this.hover?.triangle;
    this.hover = hit;
    const readout = $('readout');
    readout.classList.toggle('empty', !hit);
    if (hit) {
      const ids = hit.triangle < 0 ? 'where it is cut' : [hit.face === null ? 'reduced mesh, no ids' : `face ${hit.face}`,
        hit.vertex === null ? null : `nearest vertex ${hit.vertex}`].filter(Boolean).join(' · ');
      readout.querySelector('b').textContent = hit.name;
      readout.querySelector('span').textContent = ids;
      readout.querySelector('code').textContent = short_list(hit.point, 6);
      readout.setAttribute('aria-label', `${hit.name}, ${ids}, point ${short_list(hit.point, 6)}; copy the point`);
    }
    if (same) return;  // another point of one triangle: new words, but nothing to draw
    this.show_highlight(hit);
    this.canvas.style.cursor = hit ? 'crosshair' : '';
    this.request_frame();
  }

  show_highlight(hit) {
    this.highlight.visible = Boolean(hit) && hit.triangle >= 0;
    this.highlight.removeFromParent();
    if (!this.highlight.visible) return;
    this.highlight.material.uniforms.cut.value = hit.thing.cuttable ? frame.cut.value : uncut.value;
    const { triangles } = hit.thing.mesh, p = triangles.position;
    const list = this.picker.triangles_of_face(triangles, hit.triangle).flatMap((t) => [0, 1, 2].flatMap((k) => {
      const i = 3 * corner_of(triangles, t, k);
      return [p[i], p[i + 1], p[i + 2]];
    }));
    this.highlight.geometry.dispose();
    this.highlight.geometry = new THREE.BufferGeometry();
    this.highlight.geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(list), 3));
    hit.thing.node.group.add(this.highlight);
    this.highlight.updateMatrixWorld(true);
  }

  // ----- drawing, only when something changed -----

  request_frame() {
    this.requested ||= requestAnimationFrame(() => {
      this.requested = 0;
      this.draw();
    });
  }

  draw() {
    this.closeup.update(this.rig);
    this.scene.root.visible = !this.closeup.active;
    this.marks.update(this.rig);
    this.compass.update(this.rig, this.scene.size);
    this.cut.update(this.rig, this.closeup.active);
    if (this.closeup.active && this.cut.on) this.draw_far();
    this.renderer.render(this.world, this.rig.camera);
    this.renderer.autoClear = true;
    this.frames = (this.frames ?? 0) + 1;
  }

  /// The close-up holds what is about the target. Where a solid is cut one looks deeper into it than that: so its far
  /// walls are drawn first, from afar, where single precision is fine.
  draw_far() {
    const others = [this.closeup.group, this.marks.group, ...(this.marks.margins ?? [])].filter(({ visible }) => visible);
    const aside = this.scene.things.flatMap(({ cuttable, parts }) => parts.filter(({ object, kind }) =>
      object.visible && !(cuttable && ['cap', 'solid', 'surface'].includes(kind)))).map(({ object }) => object);
    for (const object of [...others, ...aside]) object.visible = false;
    this.scene.root.visible = true;
    frame.farther.value = 0.5 * reach * this.rig.distance;
    this.renderer.render(this.world, this.rig.camera);
    frame.farther.value = 0;
    this.scene.root.visible = false;
    for (const object of [...others, ...aside]) object.visible = true;
    this.renderer.autoClear = false;
    this.renderer.clear(false, true, true);
  }

  // ----- for tests -----

  api() {
    return {
      state: () => ({
        command: this.words.command, state: this.words.state, theme: theme_name(), time: this.timeline?.value ?? null,
        playing: this.timeline?.playing ?? false, contacts: this.words.contacts.length,
        points: this.words.contacts.slice(0, 5).map((contact) => contact.point ?? null),
        timeline: this.words.timeline ?? null, chosen: this.marks.chosen,
        cut: this.cut.report(),
        triangles: this.scene.triangles, heavy: this.scene.heavy, closeup: this.closeup.active, frames: this.frames ?? 0,
        camera: { target: this.scene.to_caller(this.rig.target), distance: this.rig.distance * this.scene.size,
          azimuth: this.rig.azimuth, elevation: this.rig.elevation },
        things: this.scene.things.map((thing) => ({ role: thing.role, name: thing.name, shown: thing.shown,
          cap: thing.capped ? cap_colour(thing) : null,
          place: this.scene.to_caller(this.scene.box([thing]).getCenter(new THREE.Vector3())),
          size: this.scene.box([thing]).getSize(new THREE.Vector3()).length() * this.scene.size })),
        colours: colours(),
      }),
      setTime: async (value) => { this.timeline?.pause(); this.timeline?.set(value); await settled(); },
      project: (point) => this.rig.project(this.scene.from_caller(point))?.slice(0, 2) ?? null,
      goToContact: async (index) => { await this.go_to_contact(index); await settled(); },
      pickAt: (x, y) => {
        const hit = this.pick(x, y);
        return hit && { name: hit.name, role: hit.role, face: hit.face, vertex: hit.vertex, point: hit.point };
      },
    };
  }
}

function make_renderer(canvas) {
  try {
    const renderer = new THREE.WebGLRenderer({
      canvas, antialias: true, alpha: true, stencil: true, powerPreference: 'high-performance' });
    renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    renderer.setClearColor(0x000000, 0);
    return renderer;
  } catch {
    throw new NoGraphics();
  }
}

class NoGraphics extends Error {}

let said = 0;

/// A short word that goes away by itself.
function say(text) {
  const toast = $('toast');
  toast.textContent = text;
  toast.classList.add('on');
  clearTimeout(said);
  said = setTimeout(() => toast.classList.remove('on'), 1500);
}

function say_problem(what, remedy) {
  $('message').replaceChildren(Object.assign(document.createElement('h2'), { textContent: what }),
    Object.assign(document.createElement('p'), { textContent: remedy }));
  $('message').hidden = false;
}

const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/// Words first: whatever fails later, title and rows are there.
async function open() {
  const data = $('scene');
  const bytes = decode_base64(data.textContent);
  data.remove();
  const glb = parse_glb(bytes), words = words_of(glb.json);
  const viewer = new Viewer(glb, words);
  Object.assign(window.sweptViewer, viewer.api());
  await painted();
  document.body.classList.add('ready');
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (words.timeline?.plays && !still) viewer.timeline.play();
}

/// A page whose geometry is damaged still has words; they are shown by what could be read.
function explain(error) {
  console.debug(error);
  document.body.classList.add('ready', 'failed');
  if (error instanceof NoGraphics) {
    return say_problem('This browser shows no 3D graphics (WebGL 2).',
      'Turn on hardware acceleration in its settings, or open the page in another browser. The answer in words is '
      + 'complete.');
  }
  return say_problem(error.message || 'The scene could not be read.',
    'Write the picture again with swept, and copy the file whole.');
}

window.sweptViewer = { settled };
window.sweptViewer.ready = painted().then(open).catch(explain);
