// What must hold for any picture, of a sample or of the tool.

import assert from 'node:assert/strict';
import { count_pixels, hue_distance, read_png, rgb } from './png.mjs';

export const sizes = [[360, 740], [390, 844], [768, 1024], [1280, 800], [1920, 1080]];

export const shot = async (page) => read_png(await page.screenshot());

export const state_of = (page) => page.evaluate(() => window.sweptViewer.state());

export const settled = (page) => page.evaluate(() => window.sweptViewer.settled());

export const close_to = (colour, reach) => (pixel) => Math.hypot(...pixel.map((x, i) => x - colour[i])) < reach;

/// The accent is where project() says that a contact is.
export async function check_contact_marks(page) {
  const { points, colours } = await state_of(page);
  for (let i = 0; i < Math.min(2, points.length); ++i) {
    if (!points[i]) continue;
    await page.evaluate((k) => window.sweptViewer.goToContact(k), i);
    const [x, y] = await page.evaluate((point) => window.sweptViewer.project(point), points[i]);
    const clip = { x: Math.round(x) - 3, y: Math.round(y) - 3, width: 7, height: 7 };
    const found = count_pixels(read_png(await page.screenshot({ clip })), close_to(rgb(colours.accent), 60));
    assert.ok(found >= 12, `contact ${i + 1}: no mark at ${x.toFixed(1)}, ${y.toFixed(1)} (${found} pixels)`);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await settled(page);
}

/// Something of these roles is on the screen.
export async function check_colours(page, roles = ['mover', 'obstacle']) {
  const { things, colours } = await state_of(page), image = await shot(page);
  for (const role of roles) {
    if (!things.some((thing) => thing.role === role)) continue;
    // The mover is far from everything else in hue; the obstacle is near the ground, but darker.
    const palette = colours[`${role}s`].map(rgb), reach = role === 'mover' ? 0.1 : 0.045;
    const found = count_pixels(image, (pixel) => palette.some((colour) => hue_distance(pixel, colour) < reach
      && Math.hypot(...pixel) < 1.08 * Math.hypot(...colour)), 3);
    assert.ok(found > 40, `nothing of the ${role} is seen (${found} pixels)`);
  }
}

/// The slider moves what moves.
export async function check_timeline(page) {
  const { timeline } = await state_of(page);
  if (!timeline) return;
  const end = timeline.free ?? timeline.to;
  assert.equal((await state_of(page)).time, timeline.plays ? timeline.from : end,
    `the timeline does not start at the ${timeline.plays ? 'beginning' : 'answer'}`);
  if (!(end > timeline.from)) return;
  await page.evaluate((value) => window.sweptViewer.setTime(value), end);
  const before = await state_of(page), image = await shot(page);
  await page.locator('#timeline input').evaluate((slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, timeline.from);
  await settled(page);
  const after = await state_of(page), moved = await shot(page);
  assert.equal(after.time, timeline.from);
  const places = (state) => JSON.stringify(state.things.map((thing) => thing.place));
  assert.notEqual(places(before), places(after), 'nothing moves along the timeline');
  const changed = count_pixels(image, (pixel, x, y) => moved.at(x, y).some((value, k) => value !== pixel[k]), 2);
  assert.ok(changed > 50, `scrubbing changed ${changed} pixels`);
  await page.evaluate((value) => window.sweptViewer.setTime(value), end);
}

/// Parts of the page lie beside each other, inside the window, and are large enough for fingers on a phone.
export async function check_layout(page, width, height) {
  await page.setViewportSize({ width, height });
  await settled(page);
  const { boxes, small } = await page.evaluate(() => {
    const box = (element, name) => ({ name, ...element.getBoundingClientRect().toJSON() });
    const seen = (element) => element.getClientRects().length && getComputedStyle(element).visibility !== 'hidden';
    const parts = [...document.querySelectorAll('#panel, #timeline, #cut, #tools .group, #compass, #message')].filter(seen);
    const targets = [...document.querySelectorAll('button:not(.mark), summary, #timeline input, #cut input')].filter(seen);
    return {
      boxes: parts.map((part, i) => box(part, `${part.id || part.className} ${i}`)),
      small: targets.map((target) => box(target, target.textContent || target.ariaLabel)).filter((b) => b.height < 43.5),
    };
  });
  const at = `at ${width} x ${height}`;
  for (const [i, a] of boxes.entries()) {
    const inside = a.left >= -0.5 && a.top >= -0.5 && a.right <= width + 0.5 && a.bottom <= height + 0.5;
    assert.ok(inside, `${a.name} leaves the window ${at}`);
    for (const b of boxes.slice(i + 1)) {
      const beside = a.right <= b.left + 0.5 || b.right <= a.left + 0.5;
      const apart = beside || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
      assert.ok(apart, `${a.name} overlaps ${b.name} ${at}`);
    }
  }
  if (width <= 640) {
    assert.deepEqual(small, [], `too small to touch ${at}`);
    const covered = boxes.reduce((sum, b) => sum + b.width * b.height, 0) / (width * height);
    assert.ok(covered < 0.62, `the scene has only ${Math.round(100 - 100 * covered)} % of the window ${at}`);
  }
}

export function check_quiet(problems) {
  assert.deepEqual(problems, [], 'the page complained or asked the network');
}
