// The viewer in a real browser, over scenes by FORMAT.md.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { find_chromium, open_page, start_browser } from './browser.mjs';
import {
  check_colours, check_contact_marks, check_layout, check_quiet, check_timeline, close_to, settled, shot, sizes, state_of,
} from './checks.mjs';
import { count_pixels, rgb } from './png.mjs';
import { page_of, samples, write_samples } from './make_samples.mjs';

if (!find_chromium()) {
  console.log('skipped: no chromium');
  process.exit(0);
}

// A relative path is meant from where npm was called, which is not where npm runs us.
const viewer_file = process.env.SWEPT_VIEWER
  ? resolve(process.env.INIT_CWD ?? '.', process.env.SWEPT_VIEWER)
  : join(dirname(fileURLToPath(import.meta.url)), '../dist/viewer.html');
const folder = mkdtempSync(join(tmpdir(), 'swept-samples-'));
const file_of = (name) => join(folder, `${name}.html`);
let browser;

before(async () => {
  await write_samples(viewer_file, folder);
  browser = await start_browser();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function with_page(name, options, act) {
  const { page, problems } = await open_page(browser.context, file_of(name), options);
  try {
    await act(page, problems);
    if (!options.may_complain) check_quiet(problems);
  } finally {
    await page.close();
  }
}

test('markers stand in the page exactly once and nothing is loaded', async () => {
  const page = await readFile(viewer_file, 'utf8');
  for (const marker of ['@SWEPT_GLB@', '@SWEPT_TITLE@']) assert.equal(page.split(marker).length, 2, marker);
  assert.ok(page.length < 900_000, `${page.length} bytes`);
  assert.match(page, /Permission is hereby granted/, 'the licence of three.js');
});

for (const name of ['triangle', 'sweep', 'contacts', 'collisions', 'path', 'cast', 'overlap', 'world', 'inside']) {
  test(`${name}: opens, marks are where they should be, the timeline moves things`, async () => {
    await with_page(name, {}, async (page) => {
      await check_colours(page);
      await check_timeline(page);
      await check_contact_marks(page);
    });
  });
}

test('nothing overlaps at any size', async () => {
  for (const name of ['sweep', 'collisions']) {
    await with_page(name, {}, async (page) => {
      for (const [width, height] of sizes) await check_layout(page, width, height);
      await check_layout(page, 740, 360);
    });
  }
});

/// How many pixels about a place have a colour.
async function pixels_at(page, [x, y], colour, reach = 24, half = 3) {
  const image = await shot(page), near = close_to(rgb(colour), reach);
  return count_pixels(image, (pixel, u, v) => Math.abs(u - Math.round(x)) <= half && Math.abs(v - Math.round(y)) <= half && near(pixel));
}

const project = (page, point) => page.evaluate((p) => window.sweptViewer.project(p), point);

test('a hidden contact opens with a cut: the mark is seen, and the walls are solid where they are cut', async () => {
  for (const theme of ['light', 'dark']) {
    await with_page('inside', { theme }, async (page) => {
      const { cut, points, colours, things } = await state_of(page), safe = things.find(({ name }) => name === 'safe');
      assert.ok(cut.on && cut.axis !== 'x', JSON.stringify(cut));
      const at = await project(page, points[0]);
      assert.ok(await pixels_at(page, at, colours.accent, 60) >= 12, 'the mark is not seen');
      const wall = [1.75, 0, 0], axis = 'xyz'.indexOf(cut.axis);
      wall[axis] = cut.at;
      const on_wall = await project(page, wall);
      assert.ok(await pixels_at(page, on_wall, safe.cap, 6) >= 25, `no cut surface at ${on_wall}`);
      const hit = await page.evaluate(([x, y]) => window.sweptViewer.pickAt(x, y), on_wall);
      assert.equal(hit.name, 'safe');
      assert.equal(hit.face, null, 'of a cut surface there is no face');
      assert.ok(Math.abs(hit.point[axis] - cut.at) < 1e-6, `${hit.point}`);
      // Through what is cut away one points at what is inside.
      const crate = [1, 0, 0];
      crate[axis] = 0.5 * cut.sign;
      const seen = await page.evaluate(([x, y]) => window.sweptViewer.pickAt(x, y), await project(page, crate));
      assert.equal(seen.name, 'crate');
    });
  }
});

test('the cut is as solid under the microscope', async () => {
  await with_page('inside', {}, async (page) => {
    const { points, things } = await state_of(page), at = await project(page, points[0]);
    await page.locator('#view').evaluate((canvas, [clientX, clientY]) => {
      for (let i = 0; i < 35; ++i) canvas.dispatchEvent(new WheelEvent('wheel', { clientX, clientY, deltaY: -240, cancelable: true }));
    }, at);
    await settled(page);
    assert.ok((await state_of(page)).closeup);
    const now = await project(page, points[0]), aside = await project(page, points[0].map((x, k) => x + (k ? 0 : 1e-9)));
    const length = Math.hypot(aside[0] - now[0], aside[1] - now[1]);
    const place = [0, 1].map((k) => now[k] + 25 * (aside[k] - now[k]) / length);
    assert.ok(await pixels_at(page, place, things.find(({ name }) => name === 'safe').cap, 6) >= 40, `no cut surface at ${place}`);
  });
});

test('what is seen is not cut; key, button, slider and flip change the picture', async () => {
  await with_page('sweep', {}, async (page) => {
    assert.deepEqual([(await state_of(page)).cut.possible, (await state_of(page)).cut.on], [true, false]);
    const button = page.getByLabel('Cut open'), slider = page.getByLabel('Depth of the cut');
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    assert.ok(await slider.isHidden());
    const differs = async (before, what) => {
      await settled(page);
      const image = await shot(page);
      const changed = count_pixels(before, (pixel, x, y) => image.at(x, y).some((value, k) => value !== pixel[k]), 2);
      assert.ok(changed > 50, `${what} changed ${changed} pixels`);
      return image;
    };
    let image = await shot(page);
    await page.keyboard.press('c');
    image = await differs(image, 'the key');
    assert.ok((await state_of(page)).cut.on && await slider.isVisible());
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    const { time, cut } = await state_of(page);
    await slider.focus();
    for (let i = 0; i < 8; ++i) await page.keyboard.press('ArrowRight');
    image = await differs(image, 'the slider');
    const moved = await state_of(page);
    assert.ok(moved.cut.at > cut.at && moved.time === time, 'arrows on the slider move the cut alone');
    await page.getByLabel('Cut from the other side').click();
    image = await differs(image, 'the other side');
    assert.equal((await state_of(page)).cut.sign, -cut.sign);
    await page.keyboard.press('3');
    await page.keyboard.press('v');
    await settled(page);
    assert.deepEqual([(await state_of(page)).cut.axis, (await state_of(page)).cut.sign], ['z', 1]);
    await button.click();
    assert.equal((await state_of(page)).cut.on, false);
    assert.ok(await slider.isHidden());
  });
});

test('cut open, nothing overlaps at any size', async () => {
  for (const name of ['inside', 'carved']) {
    await with_page(name, {}, async (page) => {
      assert.ok((await state_of(page)).cut.on);
      for (const [width, height] of sizes) await check_layout(page, width, height);
      await check_layout(page, 740, 360);
    });
  }
});

test('many rooms are one chip and cut from above; a ghost where nothing moves was taken out', async () => {
  await with_page('carved', {}, async (page) => {
    assert.deepEqual(await page.locator('.chips button').allInnerTexts(), ['12 rooms', 'taken out']);
    const { cut, camera } = await state_of(page);
    assert.deepEqual([cut.on, cut.axis, cut.sign], [true, 'z', 1]);
    assert.ok(cut.at > -0.5 && cut.at < 1.3 && camera.elevation > 0.6, JSON.stringify({ cut, camera }));
  });
});

test('bodies of a simulation go their own ways, from the beginning, and the view stays with most of them', async () => {
  await with_page('falling', { width: 1280, height: 800 }, async (page) => {
    const first = await state_of(page);
    assert.equal(first.time, 0);
    assert.equal(first.playing, false, 'who wants no motion is shown none');
    await check_timeline(page);
    for (const time of [0, 0.5, 2]) {
      await page.evaluate((value) => window.sweptViewer.setTime(value), time);
      const { things } = await state_of(page), crates = things.filter((thing) => thing.role === 'body');
      assert.equal(crates.length, 6);
      crates.slice(0, 5).forEach(({ place }, i) => [2 * i - 5, 0.25 * time, 4 - 1.75 * time].forEach((x, k) =>
        assert.ok(Math.abs(place[k] - x) < 1e-3, `crate ${i} at ${time}: ${place}`)));
    }
    const size_at = async (time) => {
      await page.evaluate((value) => window.sweptViewer.setTime(value), time);
      return (await state_of(page)).things.filter((thing) => thing.role === 'body')[4].size;
    };
    assert.equal(await size_at(0.5), 0, 'what comes later is not there yet');
    assert.ok(await size_at(1.5) > 1);
    const { camera } = await state_of(page);
    assert.ok(camera.distance < 40, `the view is after what flies off: ${camera.distance}`);
    for (const [width, height] of sizes) await check_layout(page, width, height);
  });
});

test('a simulation plays as soon as it is opened', async () => {
  const page = await browser.context.newPage();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`file://${file_of('falling')}`);
  await page.evaluate(() => window.sweptViewer.ready);
  let now = await state_of(page);
  for (let tries = 0; tries < 300 && now.time < 2; ++tries) {
    await page.waitForTimeout(100);
    now = await state_of(page);
  }
  assert.equal(now.time, 2);
  assert.equal(now.playing, false, 'it ends where it ends');
  await page.close();
});

test('light and dark', async () => {
  await with_page('sweep', { theme: 'dark' }, async (page) => {
    assert.equal((await state_of(page)).theme, 'dark');
    await check_colours(page);
    const dark = (await shot(page)).at(500, 8);
    await page.keyboard.press('t');
    await settled(page);
    assert.equal((await state_of(page)).theme, 'light');
    const light = (await shot(page)).at(500, 8);
    assert.ok(light[0] > 200 && dark[0] < 80, `${light} and ${dark}`);
  });
});

test('keys scrub, play, choose and turn; Tab reaches everything', async () => {
  await with_page('sweep', {}, async (page) => {
    const { timeline } = await state_of(page);
    await page.keyboard.press('ArrowLeft');
    assert.ok(Math.abs((await state_of(page)).time - (timeline.free - 0.01)) < 1e-9);
    await page.keyboard.press('ArrowRight');
    assert.ok(Math.abs((await state_of(page)).time - timeline.free) < 1e-9);
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => window.sweptViewer.setTime(0.2));
    await page.keyboard.press(' ');
    assert.equal((await state_of(page)).playing, true);
    await page.evaluate(async () => {
      const { state, settled: frame } = window.sweptViewer, begin = performance.now();
      while (state().time <= 0.2 && performance.now() - begin < 10_000) await frame();
    });
    assert.ok((await state_of(page)).time > 0.2, 'playing moves on');
    await page.evaluate(() => window.sweptViewer.setTime(0.2));
    await page.keyboard.press(' ');
    await page.keyboard.press(' ');
    assert.equal((await state_of(page)).playing, false);
    await page.keyboard.press('n');
    assert.equal((await state_of(page)).chosen, 0);
    assert.equal((await state_of(page)).time, timeline.free);
    await page.keyboard.press('3');
    assert.ok(Math.abs((await state_of(page)).camera.elevation - Math.PI / 2) < 1e-9);
    const reached = new Set();
    for (let i = 0; i < 40; ++i) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => document.activeElement.ariaLabel || document.activeElement.textContent));
    }
    for (const label of ['Whole view', 'Next contact', 'Cut open', 'Along z', 'Light or dark', 'Play', 'fraction', 'Fold or unfold the panel']) {
      assert.ok(reached.has(label), `${label} is not reached by Tab`);
    }
  });
});

test('pointing names face, vertex and point in the caller\'s coordinates', async () => {
  await with_page('sweep', {}, async (page) => {
    await page.keyboard.press('3');
    await settled(page);
    // The middle of the side of the plate's top that looks to -y: face 2, in coordinates far from the origin.
    const point = [1000 - 1.2, -2000 - 1.6, 500.25];
    const [x, y] = await page.evaluate((p) => window.sweptViewer.project(p), point);
    const hit = await page.evaluate(([a, b]) => window.sweptViewer.pickAt(a, b), [x, y]);
    assert.equal(hit.name, 'plate.stl');
    assert.equal(hit.face, 2);
    assert.equal(hit.vertex, 12);
    hit.point.forEach((value, k) => assert.ok(Math.abs(value - point[k]) < 1e-6, `${hit.point}`));
    await page.mouse.move(x, y);
    await settled(page);
    assert.match(await page.locator('#readout').innerText(), /plate\.stl[\s\S]*face 2[\s\S]*vertex 12/);
  });
});

test('the wheel goes down to a gap of 1e-9 and the mark stays under the pointer', async () => {
  await with_page('sweep', {}, async (page) => {
    const { points } = await state_of(page);
    const [x, y] = await page.evaluate((p) => window.sweptViewer.project(p), points[0]);
    await page.locator('#view').evaluate((canvas, [clientX, clientY]) => {
      for (let i = 0; i < 70; ++i) canvas.dispatchEvent(new WheelEvent('wheel', { clientX, clientY, deltaY: -240, cancelable: true }));
    }, [x, y]);
    await settled(page);
    const { camera, closeup } = await state_of(page);
    assert.ok(camera.distance < 1e-8, `${camera.distance}`);
    assert.ok(closeup);
    const now = await page.evaluate((p) => window.sweptViewer.project(p), points[0]);
    assert.ok(Math.hypot(now[0] - x, now[1] - y) < 3, `${now} was ${x}, ${y}`);
  });
});

test('a list of contacts is cut in words, never silently; a script in the inset does not run', async () => {
  await with_page('many', {}, async (page) => {
    assert.match(await page.locator('.contacts').innerText(), /450 contacts[\s\S]*and 250 more/);
    assert.equal(await page.locator('.contacts li').count(), 200);
    assert.equal(await page.evaluate(() => window.bad), undefined);
    assert.ok(await page.locator('.inset .frame img').evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
    await page.locator('.inset .frame').click();
    assert.ok(await page.locator('dialog').isVisible());
    await page.locator('dialog button').click();
    assert.ok(await page.locator('dialog').isHidden());
    await page.evaluate(() => window.sweptViewer.goToContact(300));
    assert.match(await page.locator('.beyond').innerText(), /Contact 301[\s\S]*properness/);
  });
});

test('damaged data and a browser without WebGL are told in words, with the rows that could be read', async () => {
  const viewer = await readFile(viewer_file, 'utf8');
  const writer = samples.sweep(), bytes = writer.bytes();
  await writeFile(file_of('cut'), page_of(viewer, bytes.subarray(0, bytes.length - 2000), 'cut'));
  await writeFile(file_of('garbage'), page_of(viewer, Buffer.from('no scene at all, only words'), 'garbage'));
  await with_page('cut', {}, async (page) => {
    assert.match(await page.locator('#message').innerText(), /cut off[\s\S]*again/);
    assert.match(await page.locator('#panel').innerText(), /travelled/);
    await page.locator('.contacts li button').click();
    assert.match(await page.locator('.detail').innerText(), /vertex-face/);
    await check_layout(page, 768, 1024);
    await check_layout(page, 360, 740);
  });
  await with_page('garbage', {}, async (page) => {
    assert.match(await page.locator('#message').innerText(), /\.glb/);
  });
  await browser.context.addInitScript(() => {
    if (location.pathname.endsWith('blind.html')) HTMLCanvasElement.prototype.getContext = () => null;
  });
  await writeFile(file_of('blind'), page_of(viewer, bytes, 'blind'));
  await with_page('blind', { may_complain: true }, async (page) => {
    assert.match(await page.locator('#message').innerText(), /WebGL/);
    assert.match(await page.locator('#panel').innerText(), /travelled/);
  });
});

test('1,000,000 triangles open and still answer', async () => {
  const begin = Date.now();
  await with_page('million', {}, async (page) => {
    const opened = Date.now() - begin;
    const { triangles, heavy } = await state_of(page);
    assert.ok(triangles >= 1_000_000 && heavy);
    assert.ok(opened < 30_000, `opened in ${opened} ms`);
    await page.mouse.move(520, 300);
    await page.mouse.down();
    for (let i = 1; i <= 2; ++i) await page.mouse.move(520 + 30 * i, 300);
    await page.mouse.up();
    await settled(page);
    const { hit, took } = await page.evaluate(() => {
      const before_pick = performance.now();
      let hit = null;
      for (let i = 0; i < 20; ++i) hit = window.sweptViewer.pickAt(340 + 20 * i, 310) ?? hit;
      return { hit, took: (performance.now() - before_pick) / 20 };
    });
    assert.ok(hit, 'nothing under the pointer');
    assert.ok(took < 200, `a pick takes ${took} ms`);
    const begin_cut = Date.now();
    await page.keyboard.press('c');
    await settled(page);
    assert.ok((await state_of(page)).cut.on && Date.now() - begin_cut < 10_000, `cut in ${Date.now() - begin_cut} ms`);
    console.log(`1,000,000 triangles: opened in ${opened} ms, a pick takes ${took.toFixed(1)} ms`);
  });
});
