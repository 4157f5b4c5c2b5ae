// The colours, for light and dark. Mover and obstacle differ in hue (warm, cool), saturation and lightness at once, so
// that they stay apart for colour-blind people; the accent is a magenta, which no common kind of colour-blindness takes
// for orange or for grey-blue, and marks wear a ring besides.

const light = {
  movers: ['#f0953f', '#e6b93c', '#d9703f', '#f2b48a'],
  obstacles: ['#a9b9cb', '#93b3b9', '#b3b0cd', '#9cb4a6'],
  spheres: ['#f0953f'],
  room: '#d3dce5',
  accent: '#d4106f', halo: '#ffffff',
  margin: '#00806a', trail: '#b4540a', ray: '#7b8896', stopped: '#b4540a',
  faces: '#e0569a', highlight: '#1f6feb',
  edge: '#2b3a4c', edge_strength: 0.42, ghost_strength: 1, cap: 0.5, cap_tint: '#3d5a80',
};

const dark = {
  movers: ['#f09a4a', '#e3bb4b', '#de7d4e', '#f0b891'],
  obstacles: ['#7f93aa', '#6f949c', '#8b88ad', '#779183'],
  spheres: ['#f09a4a'],
  room: '#66758a',
  accent: '#ff4fa0', halo: '#14181f',
  margin: '#35d0b0', trail: '#ffb777', ray: '#8794a6', stopped: '#ffb777',
  faces: '#ff86bd', highlight: '#7fb5ff',
  edge: '#0b0f16', edge_strength: 0.6, ghost_strength: 1.25, cap: 0.5, cap_tint: '#22344f',
};

const dark_query = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = [];
let chosen = null;  // by the button; lives as long as the page

export const theme_name = () => chosen ?? (dark_query.matches ? 'dark' : 'light');
export const colours = () => (theme_name() === 'dark' ? dark : light);
export const on_theme = (listener) => { listeners.push(listener); };

function apply() {
  document.documentElement.dataset.theme = theme_name();
  for (const listener of listeners) listener(colours());
}

export function toggle_theme() {
  chosen = theme_name() === 'dark' ? 'light' : 'dark';
  apply();
}

dark_query.addEventListener('change', apply);
apply();

/// The colour of a thing where it is cut: darker than its surface in any light, and of more colour.
export function cap_colour(thing, palette = colours()) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour_of(thing.painted_as, thing.index, palette).slice(i, i + 2), 16));
  const share = palette.cap, [x, y, z] = [1, 3, 5].map((i) => parseInt(palette.cap_tint.slice(i, i + 2), 16));
  const mixed = [[r, x], [g, y], [b, z]].map(([a, tint]) => Math.round(a + share * (tint - a)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/// The colour of a thing by role; several of one role get neighbours in the palette.
export function colour_of(role, index, palette = colours()) {
  const pick = (list) => list[(index ?? 0) % list.length];
  if (role === 'mover' || role === 'ghost') return pick(palette.movers);
  if (role === 'sphere') return pick(palette.spheres);
  if (role === 'room') return palette.room;
  if (role === 'faces') return palette.faces;
  if (role === 'trail' || role === 'gap') return palette.trail;
  return pick(palette.obstacles);
}
