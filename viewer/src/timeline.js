// The slider of the motion: filled as far as it is proven free, hatched beyond, with marks for what happened.

import { element, icon } from './dom.js';
import { short } from './numbers.js';

export class Timeline {
  constructor(root, words, { on_value, on_mark }) {
    const { timeline } = words;
    Object.assign(this, { root, timeline, on_value, on_mark });
    this.end = timeline.free ?? timeline.to;
    this.value = timeline.plays ? timeline.from : this.end;
    this.timer = 0;
    this.play_button = element('button', {
      class: 'icon play', 'aria-label': 'Play', title: 'Play (Space)', onclick: () => this.toggle(),
    }, icon('play'));
    this.slider = element('input', {
      type: 'range', min: timeline.from, max: timeline.to, step: 'any', 'aria-label': timeline.label ?? 'time',
      oninput: () => {
        this.pause();
        this.set(this.snapped(this.slider.valueAsNumber));
      },
    });
    this.shown_value = element('output', {});
    this.note = element('span', { class: 'note' });
    this.track = element('div', { class: 'track' }, element('div', { class: 'bar' }), element('div', { class: 'free' }),
      element('div', { class: 'done' }), this.slider, ...this.marks());
    this.track.style.setProperty('--free', this.share(this.end));
    root.replaceChildren(this.play_button, element('div', { class: 'middle' },
      element('div', { class: 'line' },
        element('span', { class: 'label' }, timeline.label ?? 'time'), this.shown_value, this.note),
      this.track));
    root.hidden = false;
    this.show();
  }

  share(value) {
    const { from, to } = this.timeline;
    return Math.min(1, Math.max(0, (value - from) / (to - from || 1)));
  }

  marks() {
    return this.groups().map((group) => {
      const [mark] = group, others = group.length - 1;
      const text = `${mark.text ?? 'mark'} at ${short(mark.at)}${others ? `, and ${others} more near it` : ''}`;
      const made = element('button', {
        class: `mark${mark.contact === undefined ? '' : ' contact'}${others ? ' several' : ''}`, title: text,
        'aria-label': `Go to ${text}`,
        onclick: () => {
          this.pause();
          this.set(mark.at);
          this.on_mark(mark);
        },
      });
      made.style.setProperty('--at', this.share(mark.at));
      return made;
    });
  }

  /// Marks too near each other to be clicked apart share a button.
  groups() {
    const groups = [];
    for (const mark of [...(this.timeline.marks ?? [])].sort((a, b) => a.at - b.at)) {
      const last = groups.at(-1);
      if (last && this.share(mark.at) - this.share(last[0].at) < 0.03) last.push(mark);
      else groups.push([mark]);
    }
    return groups;
  }

  /// The last proven value is met exactly when the thumb comes near it: nobody hits 0.3999999996535886 by hand.
  snapped(value) {
    const { from, to } = this.timeline;
    return Math.abs(value - this.end) < 0.008 * (to - from) ? this.end : value;
  }

  set(value) {
    const { from, to } = this.timeline;
    this.value = Math.min(to, Math.max(from, value));
    this.show();
    this.on_value(this.value);
  }

  show() {
    const { timeline, value } = this;
    this.slider.value = value;
    this.track.style.setProperty('--value', this.share(value));
    this.shown_value.textContent = short(value, 6);
    this.note.textContent = this.describe(value);
    this.slider.setAttribute('aria-valuetext',
      `${timeline.label ?? 'time'} ${short(value, 6)}, ${this.note.textContent}`);
  }

  describe(value) {
    const { free, to } = this.timeline;
    if (free === undefined) return `of ${short(to)}`;
    if (value > free) return `not reached; free up to ${short(free, 6)}`;
    if (free >= to) return `of ${short(to)}, all free`;
    return value === free ? 'free up to here' : `free up to ${short(free, 6)}`;
  }

  step(direction, large) {
    this.pause();
    const { from, to } = this.timeline;
    const next = this.value + direction * (large ? 0.1 : 0.01) * (to - from);
    // Stepping over the end of what is free stops there first.
    const crosses = (this.value - this.end) * (next - this.end) < 0;
    this.set(crosses ? this.end : next);
  }

  get playing() { return this.timer !== 0; }

  toggle() { if (this.playing) this.pause(); else this.play(); }

  play() {
    const { from, to, seconds } = this.timeline;
    if (this.value >= this.end) this.set(from);
    const pace = (to - from) / (seconds > 0 ? seconds : 4);
    let before = performance.now();
    const tick = (now) => {
      this.timer = requestAnimationFrame(tick);
      const next = this.value + pace * Math.max(0, now - before) / 1000;
      before = now;
      if (next >= this.end) this.pause();
      this.set(Math.min(next, this.end));
    };
    this.timer = requestAnimationFrame(tick);
    this.face('pause', 'Pause');
  }

  pause() {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    this.face('play', 'Play');
  }

  face(name, label) {
    if (this.play_button.getAttribute('aria-label') === label) return;
    this.play_button.replaceChildren(icon(name));
    this.play_button.setAttribute('aria-label', label);
    this.play_button.title = `${label} (Space)`;
  }
}
