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
  return { width, height, at: (x, y) => {
    const i = (y * width + x) * channels;
    return [pixels[i], pixels[i + 1], pixels[i + 2]];
  } };
}

function unfilter(raw, from, pixels, to, stride, channels, above) {
  const filter = raw[from];
  for (let i = 0; i < stride; ++i) {
    const a = i >= channels ? pixels[to + i - channels] : 0, b = above ? pixels[to + i - stride] : 0;
    let guess = 0;
    if (filter === 1) guess = a;
    else if (filter === 2) guess = b;
    else if (filter === 3) guess = (a + b) >> 1;
    else if (filter === 4) guess = paeth(a, b, above && i >= channels ? pixels[to + i - stride - channels] : 0);
    pixels[to + i] = raw[from + 1 + i] + guess;
  }
}

function paeth(a, b, c) {
  const pa = Math.abs(b - c), pb = Math.abs(a - c), pc = Math.abs(a + b - 2 * c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

export const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/// How far a pixel is from a colour at any brightness: 0 is the same hue and saturation, 1 is far off.
export function hue_distance([r, g, b], [x, y, z]) {
  const here = Math.sqrt(r * r + g * g + b * b) || 1, there = Math.sqrt(x * x + y * y + z * z) || 1;
  return Math.hypot(r / here - x / there, g / here - y / there, b / here - z / there);
}

/// How many pixels pass a test, looking at every step-th in both directions.
export function count_pixels(image, test, step = 1) {
  let count = 0;
  for (let y = 0; y < image.height; y += step) {
    for (let x = 0; x < image.width; x += step) if (test(image.at(x, y), x, y)) ++count;
  }
  return count;
}
