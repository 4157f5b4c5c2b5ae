// How numbers read: in full where they are copied, short where they pass by.

export const full = (x) => (typeof x === 'number' ? String(x) : '–');

export const full_list = (list) => list.map(full).join(', ');

/// Some digits, without a tail of zeros, without an exponent where there is no need.
export function short(x, digits = 5) {
  if (typeof x !== 'number' || !Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e7 || size < 1e-4) return x.toExponential(2).replace(/\.?0+e/, 'e').replace('e+', 'e');
  return String(Number(x.toPrecision(digits)));
}

export const short_list = (list, digits) => list.map((x) => short(x, digits)).join(', ');

export const count = (n) => n.toLocaleString('en-US');

export const plural = (n, word) => `${count(n)} ${word}${n === 1 ? '' : 's'}`;

/// 1, 2 or 5 times a power of ten, not above x.
export function round_down(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  const lead = x / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}
