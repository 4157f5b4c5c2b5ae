// Elements in few words. Texts go in as text, never as markup: titles and rows come from files and flags.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'class') made.className = value;
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const strokes = {
  home: 'M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4M9.5 9.5h5v5h-5z',
  contact: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 11.6v.8',
  cut: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5M12 21v-9M12 12V3',
  flip: 'M12 3v18M8 8l-4 4 4 4M16 8l4 4-4 4', align: 'M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  theme: 'M20 14.2A8.2 8.2 0 1 1 9.8 4 6.6 6.6 0 0 0 20 14.2z',
  play: 'M8 5.5v13l11-6.5z', pause: 'M8.5 5.5v13M15.5 5.5v13',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4', fold: 'M6 9.5l6 6 6-6',
  gap: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20M10.5 8v5M8 10.5h5',
};

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', strokes[name]);
  svg.append(path);
  return svg;
}

/// Copies a text and says so; silently does nothing where the browser forbids it.
export async function copy(text, say) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied');
  } catch {
    const area = element('textarea', { 'aria-hidden': 'true', class: 'offscreen' });
    area.value = text;
    document.body.append(area);
    area.select();
    say(document.execCommand('copy') ? 'Copied' : 'This browser does not let the page copy');
    area.remove();
  }
}
