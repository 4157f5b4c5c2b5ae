// npm test: builds the page where SWEPT_VIEWER does not name one, then runs the tests.

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { find_chromium } from './browser.mjs';

const here = dirname(fileURLToPath(import.meta.url));
if (!find_chromium()) {
  console.log('skipped: no chromium');
  process.exit(0);
}
const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: join(here, '..') });
  if (status !== 0) process.exit(status ?? 1);
};
if (!process.env.SWEPT_VIEWER) run('build.mjs');
run('--test', join(here, 'viewer_test.mjs'));
