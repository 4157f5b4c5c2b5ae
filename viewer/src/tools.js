// Buttons and keys for views.

import { element, icon } from './dom.js';
import { toggle_theme } from './theme.js';

export function attach_tools(viewer) {
  const { words } = viewer;
  const button = (label, key, face, act) => element('button', {
    class: 'icon', 'aria-label': label, title: `${label} (${key})`, onclick: act }, face);
  const axis = (k) => () => viewer.along_axis(k);
  const group = (...buttons) => element('div', { class: 'group' }, ...buttons.filter(Boolean));
  if (viewer.cut.possible) {
    viewer.cut_button = button('Cut open', 'C', icon('cut'), () => viewer.toggle_cut());
    viewer.cut_button.setAttribute('aria-pressed', 'false');
  }
  document.getElementById('tools').replaceChildren(
    group(button('Whole view', 'H', icon('home'), () => viewer.home()),
      words.contacts.length ? button('Next contact', 'N', icon('contact'), () => viewer.next_contact()) : null,
      viewer.cut_button),
    group(...['x', 'y', 'z'].map((name, k) => button(`Along ${name}`, k + 1, name, axis(k)))),
    group(button('Light or dark', 'T', icon('theme'), toggle_theme)));
  document.getElementById('tools').hidden = false;

  const keys = {
    h: () => viewer.home(), n: () => viewer.next_contact(), c: () => viewer.toggle_cut(), t: toggle_theme, 1: axis(0), 2: axis(1), 3: axis(2),
    '+': () => zoom(0.8), '=': () => zoom(0.8), '-': () => zoom(1.25),
    f: () => { if (viewer.cut.on) viewer.cut.flip(); }, v: () => { if (viewer.cut.on) viewer.align_cut(); },
    a: () => turn(-30, 0), d: () => turn(30, 0), w: () => turn(0, -20), s: () => turn(0, 20),
    ' ': () => viewer.timeline?.toggle(),
    ArrowLeft: (event) => viewer.timeline?.step(-1, event.shiftKey),
    ArrowRight: (event) => viewer.timeline?.step(1, event.shiftKey),
    Escape: () => viewer.choose(-1),
  };
  const zoom = (factor) => {
    viewer.untouched = false;
    viewer.rig.zoom(factor, viewer.rig.target.clone());
  };
  const turn = (dx, dy) => {
    viewer.untouched = false;
    viewer.rig.rotate(dx, dy);
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    // On a button the space bar presses it, as everywhere.
    if (event.key === ' ' && event.target.closest?.('button, summary')) return;
    // The slider of the cut has the arrows while it has the focus.
    if (event.key.startsWith('Arrow') && event.target.closest?.('#cut')) return;
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
}
