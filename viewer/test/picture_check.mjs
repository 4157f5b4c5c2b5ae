// Checks pictures that swept wrote: node picture_check.mjs [--shots FOLDER] FILE.html... prints a line per file, exits 1
// if one fails.

import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { find_chromium, open_page, start_browser } from './browser.mjs';
import { check_contact_marks, check_layout, check_quiet, check_timeline, settled, sizes } from './checks.mjs';

const args = process.argv.slice(2);
let shots = null;
if (args.includes('--shots')) [, shots] = args.splice(args.indexOf('--shots'), 2);
if (!args.length) {
  console.error('usage: node picture_check.mjs [--shots FOLDER] FILE.html...');
  process.exit(2);
}
if (!find_chromium()) {
  console.log('skipped: no chromium');
  process.exit(0);
}
if (shots) await mkdir(shots, { recursive: true });

async function check(context, file) {
  const { page, problems } = await open_page(context, file);
  try {
    if (await page.locator('#message').isVisible()) throw new Error(await page.locator('#message').innerText());
    await check_timeline(page);
    await check_contact_marks(page);
    for (const [width, height] of sizes) await check_layout(page, width, height);
    if (shots) await take_shots(page, file);
    check_quiet(problems);
  } finally {
    await page.close();
  }
}

async function take_shots(page, file) {
  for (const [kind, width, height] of [['desktop', 1280, 800], ['phone', 390, 844]]) {
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      await page.keyboard.press('h');
      await settled(page);
      await page.screenshot({ path: join(shots, `${basename(file, '.html')}-${kind}-${theme}.png`) });
    }
  }
}

const browser = await start_browser();
let failed = 0;
for (const file of args) {
  try {
    await check(browser.context, file);
    console.log(`${file}: good`);
  } catch (error) {
    ++failed;
    console.log(`${file}: ${error.message}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
