// Which way is up, and how large is what we see? Three axes and a bar of known length.

import { round_down, short } from './numbers.js';

const ns = 'http://www.w3.org/2000/svg';

export class Compass {
  constructor(root) {
    this.svg = document.createElementNS(ns, 'svg');
    this.svg.setAttribute('viewBox', '-27 -27 54 54');
    this.svg.setAttribute('role', 'img');
    this.svg.setAttribute('aria-label', 'Directions of x, y and z');
    this.axes = ['x', 'y', 'z'].map((name) => {
      const group = document.createElementNS(ns, 'g'), line = document.createElementNS(ns, 'line'),
        text = document.createElementNS(ns, 'text');
      group.setAttribute('class', name);
      text.textContent = name;
      group.append(line, text);
      return { group, line, text };
    });
    this.scale = document.createElement('div');
    this.scale.className = 'scale';
    this.bar = document.createElement('i');
    this.length = document.createElement('span');
    this.scale.append(this.length, this.bar);
    root.replaceChildren(this.svg, this.scale);
  }

  update(rig, size) {
    const { right, up, back } = rig.basis();
    const ways = [[1, 0, 0], [0, 0, -1], [0, 1, 0]].map(([x, y, z]) => [
      right.x * x + right.y * y + right.z * z, up.x * x + up.y * y + up.z * z, back.x * x + back.y * y + back.z * z]);
    const order = [0, 1, 2].sort((a, b) => ways[a][2] - ways[b][2]);
    for (const k of order) {
      const { group, line, text } = this.axes[k], [x, y] = ways[k];
      line.setAttribute('x2', (14 * x).toFixed(2));
      line.setAttribute('y2', (-14 * y).toFixed(2));
      text.setAttribute('x', (21 * x).toFixed(2));
      text.setAttribute('y', (-21 * y + 4).toFixed(2));
      this.svg.append(group);
    }
    const per_pixel = rig.distance / rig.focal * size;
    const length = round_down(40 * per_pixel);
    this.bar.style.width = `${(length / per_pixel).toFixed(1)}px`;
    this.length.textContent = short(length);
  }
}
