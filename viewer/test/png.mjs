// Pixels of a screenshot: 8-bit RGB or RGBA, not interlaced, as browsers write them.

import { inflateSync } from 'node:zlib';

export function read_png(file) {
  let width = 0, height = 0, channels = 0;
  const data = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at), kind = file.toString('latin1', at + 4, at + 8), body = file.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = body[9] === 6 ? 4 : 3;
    } else if (kind === 'IDAT') data.push(body);
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(data)), stride = width * channels, pixels = new Uint8Array(height * stride);
  for (let y = 0; y < height; ++y) unfilter(raw, y * (stride + 1), pixels, y * stride, stride, channels, y > 0);
  return { width, height, at: (x, y) => [...pixels.subarray((y * width + x) * channels, (y * width + x) * channels + 3)] };
}

function unfilter(raw, from, pixels, to, stride, channels, above) {
  const filter = raw[from];
  for (let i = 0; i < stride; ++i) {
    const a = i >= channels ? pixels[to + i - channels] : 0, b = above ? pixels[to + i - stride] : 0;
    const c = above && i >= channels ? pixels[to + i - stride - channels] : 0;
    const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
    const guess = [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][filter];
    pixels[to + i] = raw[from + 1 + i] + guess;
  }
}

export const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/// How far a pixel is from a colour at any brightness: 0 is the same hue and saturation, 1 is far off.
export function hue_distance(pixel, colour) {
  const unit = (v) => v.map((x) => x / (Math.hypot(...v) || 1));
  const a = unit(pixel), b = unit(colour);
  return Math.hypot(...a.map((x, i) => x - b[i]));
}

/// Pixels within a rectangle that pass a test.
export function count_pixels(image, { x = 0, y = 0, width = image.width, height = image.height }, test) {
  let count = 0;
  for (let j = Math.max(0, Math.floor(y)); j < Math.min(image.height, y + height); ++j) {
    for (let i = Math.max(0, Math.floor(x)); i < Math.min(image.width, x + width); ++i) if (test(image.at(i, j))) ++count;
  }
  return count;
}
