// What is shown, by name and colour. Few things are listed one by one, many of a role as one.

import { colour_of, colours } from './theme.js';
import { count, plural } from './numbers.js';

const most_single = 8, most_alike = 2;  // things in all; things of a role where there are more than that

const words = { mover: 'movers', obstacle: 'obstacles', room: 'rooms', body: 'bodies', sphere: 'spheres',
  shape_a: 'shapes a', shape_b: 'shapes b' };
const notes = { shape_a: 'shape a', shape_b: 'shape b' };

export function legend_of(scene, marks) {
  const entries = [];
  const add = (things, text, shape, colour, note) => {
    const show = (shown) => things.forEach((thing) => { thing.shown = shown; });
    if (things.length) entries.push({ text, shape, colour, note, show });
  };
  const solids = scene.things.filter((thing) => thing.solid);
  for (const role of Object.keys(words)) {
    const of_role = solids.filter((thing) => thing.role === role);
    if (solids.length <= most_single || of_role.length <= most_alike) {
      for (const thing of of_role) {
        const colour = () => colour_of(thing.painted_as, thing.index);
        const note = notes[role] ?? role;
        add([thing], thing.name || note, 'solid', colour, thing.name ? note : null);
      }
    } else add(of_role, `${count(of_role.length)} ${words[role]}`, 'solid', () => colour_of(of_role[0].painted_as, 0));
  }
  const of = (test) => scene.things.filter(test);
  const ghosts = of((thing) => thing.role === 'ghost' && !thing.wanted);
  // Where nothing moves a ghost is a piece that was carved out.
  add(ghosts, scene.words.timeline ? 'on the way' : ghosts[0]?.name || 'taken out', 'ghost', () => colours().movers[0]);
  add(of((thing) => thing.role === 'ghost' && thing.wanted), 'where it would go', 'outline', () => colours().movers[0]);
  add(of((thing) => thing.role === 'trail'), 'trail', 'line', () => colours().trail);
  add(of((thing) => thing.role === 'gap'), 'shortest way', 'line', () => colours().trail);
  add(of((thing) => thing.role === 'ray' && thing.stopped), 'ray as far as it got', 'line', () => colours().stopped);
  add(of((thing) => thing.role === 'ray' && !thing.stopped), 'ray', 'dashed', () => colours().ray);
  add(of((thing) => thing.role === 'faces'), 'faces named', 'solid', () => colours().faces);
  if (marks.contacts.length) {
    const show = (shown) => { marks.shown = shown; };
    const closest = scene.words.contacts.every((contact) => contact.closest);
    entries.push({ text: closest ? 'closest points' : 'contacts', shape: 'dot', colour: () => colours().accent, show });
  }
  if (marks.margins) {
    const title = 'The margin, at its true size: often too thin to be seen from afar';
    entries.push({ text: 'margin', title, shape: 'ghost',
      colour: () => colours().margin, show: (shown) => marks.margins.forEach((margin) => { margin.visible = shown; }) });
  }
  return entries;
}

/// What the picture leaves out, so that nobody takes it for all there is.
export function notes_of(scene) {
  return scene.things.filter((thing) => thing.solid && thing.mesh.triangles?.reduced_from).map((thing) => {
    const { count: drawn, reduced_from } = thing.mesh.triangles;
    return `${thing.name || thing.role} is drawn with ${plural(drawn, 'triangle')} of ${count(reduced_from)}, so without `
      + 'ids; the answer is that of all.';
  });
}
