// Bundles the viewer into one page: node build.mjs [FILE], default dist/viewer.html. The page has two markers, each once:
// @SWEPT_TITLE@ (HTML-escaped text) and @SWEPT_GLB@ (base64 of the scene); swept writes its answer in their places.

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, 'dist', 'viewer.html'));

const options = { bundle: true, minify: true, write: false, logLevel: 'warning', target: 'es2021', legalComments: 'none' };
const [script] = (await build({ ...options, entryPoints: [join(here, 'src/main.js')], format: 'esm' })).outputFiles;
const [style] = (await build({ ...options, entryPoints: [join(here, 'src/style.css')], target: undefined })).outputFiles;

// esbuild keeps comments marked as legal, but not the terms themselves; those stand in the package.
const licence = await readFile(join(here, 'node_modules/three/LICENSE'), 'utf8');
const version = JSON.parse(await readFile(join(here, 'node_modules/three/package.json'), 'utf8')).version;
const code = `\n/*! Contains three.js ${version}:\n\n${licence.trim()}\n*/\n${script.text.replace(/<\/script/gi, '<\\/script')}`;

const hash = `sha256-${createHash('sha256').update(code).digest('base64')}`;
const parts = { SCRIPT_HASH: hash, TITLE: '@SWEPT_TITLE@', STYLE: style.text.trim(), SCRIPT: code, DATA: '@SWEPT_GLB@' };
const template = await readFile(join(here, 'src/page.html'), 'utf8');
const page = template.replace(/%([A-Z_]+)%/g, (_, name) => parts[name]);

for (const marker of ['@SWEPT_GLB@', '@SWEPT_TITLE@']) {
  if (page.split(marker).length !== 2) throw new Error(`${marker} must stand in the page exactly once`);
}
await mkdir(dirname(target), { recursive: true });
await writeFile(target, page);
console.log(`${target}: ${(page.length / 1000).toFixed(0)} kB`);
