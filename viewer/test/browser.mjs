// The system's chromium, with a new profile each run, and pages that notice what they must not do.

import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export function find_chromium() {
  const runs = (file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  if (process.env.CHROMIUM) return runs(process.env.CHROMIUM) ? process.env.CHROMIUM : null;
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    for (const folder of folders) if (folder && runs(join(folder, name))) return join(folder, name);
  }
  return null;
}

/// A browser and how to end it. Without a graphics card, in software.
export async function start_browser() {
  const profile = mkdtempSync(join(tmpdir(), 'swept-viewer-'));
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: find_chromium(), headless: true, viewport: { width: 1280, height: 800 },
    args: [...root, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'], reducedMotion: 'reduce',
  });
  return { context, close: async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  } };
}

/// Opens a file; `problems` collects console errors and any request beyond the file itself and what it makes.
export async function open_page(context, file, { width = 840, height = 600, theme = 'light', wait = 60_000 } = {}) {
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  const url = pathToFileURL(resolve(file)).href;
  page.on('request', (request) => {
    if (request.url() !== url && !/^(blob|data):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  page.setDefaultTimeout(wait);
  await page.goto(url, { waitUntil: 'load', timeout: wait });
  await page.evaluate(() => window.sweptViewer.ready);
  return { page, problems };
}
