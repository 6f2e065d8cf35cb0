// Builds the pages, minifies the app for each language, adds a compressed copy of every asset, and bundles the server.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { minifySync } from 'vite';
import { locales } from '../src/constants.ts';
import { bundleServer } from './bundle-server.mjs';
import { root } from './prepare.mjs';

const reactRouter = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
const result = spawnSync(process.execPath, [reactRouter, 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});
if (result.status !== 0) process.exit(result.status ?? 1);

const client = join(root, 'build', 'client');
writeLanguages(join(client, 'assets'));
await compress(client);
await bundleServer();

/**
 * Minifies every script once per language, which removes the texts of other languages. The names come from the one build, so their hashes
 * cover the texts of all languages: the first language's files stay where they are, and those of each other language are
 * in a folder of their own.
 */
function writeLanguages(assets) {
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const scripts = new Map(names.map((name) => [name, readFileSync(join(assets, name), 'utf8')]));
  const places = /(?<=["'`/])assets\/([\w.-]+\.js)/g;
  for (const locale of locales) {
    const isFirst = locale === locales[0];
    const folder = isFirst ? assets : join(assets, locale);
    mkdirSync(folder, { recursive: true });
    for (const [name, source] of scripts) {
      const own = source.replaceAll('__LOCALE__', JSON.stringify(locale));
      const placed = isFirst
        ? own
        : own.replaceAll(places, (place, file) => (scripts.has(file) ? `assets/${locale}/${file}` : place));
      const { code, errors } = minifySync(name, placed, {
        module: true,
        compress: { target: 'es2022' },
        mangle: true,
        codegen: { removeWhitespace: true, legalComments: 'none' },
      });
      if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
      writeFileSync(join(folder, name), code);
    }
  }
}

/** With as many threads as Node has for files. */
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|svg|json|txt)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  // By content, because scripts without texts are the same in every language.
  const byContent = Map.groupBy(files, (file) => readFileSync(file, 'latin1'));
  await Promise.all(
    [...byContent].map(async ([text, same]) => {
      const content = Buffer.from(text, 'latin1');
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      const compressed = {
        gz: await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
        br: await promisify(brotliCompress)(content, best),
      };
      for (const file of same)
        for (const [ending, bytes] of Object.entries(compressed)) writeFileSync(`${file}.${ending}`, bytes);
    }),
  );
}
