// The answer in words: title, state, rows, what is shown, contacts, the second picture.

import { copy, element, icon } from './dom.js';
import { count, full, full_list, plural } from './numbers.js';

const most_contacts = 200;

export class Panel {
  constructor(root, words, { on_contact, on_gap, say }) {
    this.root = root;
    this.words = words;
    this.on_contact = on_contact;
    this.on_gap = on_gap;
    this.say = say;
    this.chosen = -1;
    this.body = element('div', { class: 'body', id: 'panel-body' });
    root.replaceChildren(this.header(), this.body);
    this.legend_place = element('section', { class: 'legend', hidden: true });
    this.body.append(this.rows(), this.legend_place);
    const contacts = this.contacts(), inset = this.inset();
    if (contacts) this.body.append(contacts);
    if (inset) this.body.append(inset);
    this.body.append(this.keys());
    root.hidden = false;
  }

  header() {
    const { words } = this;
    const state = words.state
      ? element('span', { class: 'state', 'data-state': words.state.split(' ')[0] }, words.state) : null;
    this.fold = element('button', {
      class: 'icon', 'aria-label': 'Fold or unfold the panel', title: 'Fold or unfold', 'aria-expanded': 'true',
      'aria-controls': 'panel-body', onclick: () => this.toggle(),
    }, icon('fold'));
    const copy_all = element('button', {
      class: 'icon', 'aria-label': 'Copy the answer', title: 'Copy the answer',
      onclick: () => copy(this.as_text(), this.say),
    }, icon('copy'));
    return element('header', {},
      element('div', { class: 'top' },
        element('span', { class: 'brand' }, element('b', {}, 'swept'), ` ${words.command ?? ''}`), copy_all, this.fold),
      element('h1', {}, words.title || 'Untitled'), state);
  }

  as_text() {
    const { words } = this;
    const contacts = words.contacts.map((contact, i) => `contact ${i + 1}: ${JSON.stringify(contact)}`);
    return [`${words.title ?? ''}: ${words.state ?? ''}`, ...words.rows.map(([label, text]) => `${label} ${text}`),
      ...contacts].join('\n');
  }

  toggle(folded = !this.root.classList.contains('folded')) {
    this.root.classList.toggle('folded', folded);
    this.fold.setAttribute('aria-expanded', String(!folded));
    this.on_resize?.();
  }

  rows() {
    return this.list(this.words.rows.map(([label, text]) => [label, text]), 'rows');
  }

  /// Label and value; a click on a value copies it, unless some of it was being selected.
  list(pairs, kind) {
    return element('dl', { class: kind }, ...pairs.flatMap(([label, text]) => [
      element('dt', {}, String(label)),
      element('dd', {
        title: 'Click to copy', class: String(text).length > 400 ? 'long' : '',
        onclick: () => { if (!String(getSelection())) copy(String(text), this.say); },
      }, ...breakable(String(text))),
    ]));
  }

  // ----- contacts -----

  contacts() {
    const all = this.words.contacts;
    if (!all.length) return null;
    this.items = all.slice(0, most_contacts).map((contact, i) => this.contact_item(contact, i));
    const more = all.length - this.items.length;
    return element('section', { class: 'contacts' },
      element('h2', {}, all.every((contact) => contact.closest) ? 'Closest points' : plural(all.length, 'contact')),
      element('ol', {}, ...this.items),
      more > 0
        ? element('p', { class: 'more' }, `and ${count(more)} more, not listed here; --json gives them all`) : null);
  }

  contact_item(contact, i) {
    const text = contact.text || feature_line(contact);
    const button = element('button', { 'aria-expanded': 'false', onclick: () => this.on_contact(i) },
      element('span', { class: 'number' }, String(i + 1)),
      element('span', { class: 'what' }, text));
    return element('li', { 'data-index': i }, button);
  }

  choose(index) {
    this.chosen = index;
    this.extra?.remove();
    this.items?.forEach((item, i) => {
      item.querySelector('button').setAttribute('aria-expanded', String(i === index));
      item.querySelector('.detail')?.remove();
    });
    const contact = this.words.contacts[index];
    if (!contact || !this.items) return;
    const detail = this.detail(contact, index);
    if (this.items[index]) this.items[index].append(detail);
    else {
      // Chosen by its mark, but beyond the list: shown below it.
      this.extra = element('div', { class: 'beyond' }, element('h3', {}, `Contact ${count(index + 1)}`), detail);
      this.items[0].closest('section').append(this.extra);
    }
    detail.parentElement.scrollIntoView({ block: 'nearest' });
  }

  detail(contact, index) {
    const pairs = [];
    const add = (label, value) => { if (value !== undefined && value !== null) pairs.push([label, value]); };
    add('kind', contact.kind);
    for (const side of [contact.a, contact.b]) if (side) add(...feature(side, side === contact.a ? 'a' : 'b'));
    add('point', contact.point && full_list(contact.point));
    add('normal', contact.normal && full_list(contact.normal));
    add('apart', contact.separation === undefined || contact.separation === null ? null : full(contact.separation));
    add('at', contact.at === undefined || contact.at === null ? null : full(contact.at));
    add('properness', contact.properness === undefined || contact.properness === null ? null
      : typeof contact.properness === 'number' ? full(contact.properness) : String(contact.properness));
    const gap = this.on_gap?.(index);
    return element('div', { class: 'detail' }, this.list(pairs, 'rows'),
      gap ? element('button', { class: 'wide', onclick: gap }, icon('gap'), 'Look at the gap') : null);
  }

  // ----- the rest -----

  /// Chips that say what is what, and show or hide it.
  legend(entries, on_toggle) {
    if (!entries.length) return;
    this.legend_place.hidden = false;
    const chips = entries.map((entry) => {
      const swatch = element('i', { class: `swatch ${entry.shape}` });
      swatch.style.setProperty('--c', entry.colour());
      entry.repaint = () => swatch.style.setProperty('--c', entry.colour());
      return element('button', {
        'aria-pressed': 'true', title: entry.title ?? entry.text,
        onclick: (event) => {
          const chip = event.currentTarget, shown = chip.getAttribute('aria-pressed') !== 'true';
          chip.setAttribute('aria-pressed', String(shown));
          on_toggle(entry, shown);
        },
      }, swatch, element('span', {}, entry.text), entry.note ? element('em', {}, entry.note) : null);
    });
    this.legend_place.replaceChildren(element('h2', {}, 'Shown'), element('div', { class: 'chips' }, ...chips));
  }

  add_notes(notes) {
    this.legend_place.append(...notes.map((note) => element('p', { class: 'more' }, note)));
  }

  /// Through an image, so that no script in it can run and no style of it reaches the page.
  inset() {
    const { inset } = this.words;
    if (!inset?.svg) return null;
    const url = URL.createObjectURL(new Blob([inset.svg], { type: 'image/svg+xml' }));
    const title = inset.title || 'Second picture';
    const large = element('dialog', { class: 'large', 'aria-label': title },
      element('form', { method: 'dialog' }, element('h2', {}, title), element('button', { class: 'wide' }, 'Close')),
      element('img', { src: url, alt: title }));
    large.addEventListener('click', (event) => { if (event.target === large) large.close(); });
    return element('section', { class: 'inset' }, element('h2', {}, title),
      element('button', { class: 'frame', 'aria-label': `${title}: show it large`, title: 'Show it large',
        onclick: () => large.showModal() }, element('img', { src: url, alt: title })), large);
  }

  keys() {
    const keys = [['Drag', 'turn'], ['Right drag, two fingers', 'move'], ['Wheel, pinch', 'zoom to what is there'],
      ['W A S D, + −', 'turn, zoom'],
      ['H', 'whole view'], ['N', 'next contact'],
      ['C', 'cut open'], ['F, V', 'cut from the other side, across the view'], ['1 2 3', 'along x, y, z'], ['T', 'light or dark']];
    if (this.words.timeline) keys.push(['Space', 'play or pause'], ['← →', 'scrub, with Shift faster']);
    return element('details', { class: 'keys' }, element('summary', {}, 'Mouse, touch and keys'),
      element('dl', {}, ...keys.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)])));
  }
}

/// Long lists of numbers break after commas before they break within a number.
const breakable = (text) => text.split(/(\s+)/).flatMap((word) => (word.length < 20 ? [word]
  : word.split(/(?<=,)/).flatMap((piece, i) => (i ? [element('wbr'), piece] : [piece]))));

function feature({ name, face, vertices }, fallback) {
  const parts = [];
  if (face !== undefined && face !== null) parts.push(`face ${face}`);
  if (vertices?.length) parts.push(`${vertices.length === 1 ? 'vertex' : 'vertices'} ${vertices.join(', ')}`);
  return [name && name.length <= 10 ? name : `of ${fallback.toUpperCase()}`,
    (name && name.length > 10 ? `${name}: ` : '') + (parts.join(', ') || '–')];
}

const feature_line = ({ kind, a, b, closest }) => {
  const one = (side) => side && (side.vertices?.length === 1 ? `vertex ${side.vertices[0]}`
    : side.vertices?.length === 2 ? `edge ${side.vertices.join('–')}` : `face ${side.face}`);
  return [one(a), one(b)].filter(Boolean).join(closest ? ' and ' : ' meets ') || kind || 'witness';
};
