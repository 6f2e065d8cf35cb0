import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('installed packages keep everything but their source maps', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'promptory-packages-'));
  const library = join(folder, '@scope', 'library', 'dist');
  await mkdir(library, { recursive: true });
  const kept = ['index.js', 'index.d.ts', 'regions.map', 'map.js'];
  for (const name of [...kept, 'index.js.map', 'index.d.ts.map', 'index.mjs.map', 'index.d.cts.map'])
    await writeFile(join(library, name), '');
  await symlink('nowhere', join(folder, 'link'));
  const { removeSourceMaps } = await import(String(new URL('../scripts/prepare.mjs', import.meta.url)));
  removeSourceMaps(folder);
  expect((await readdir(library)).sort()).toEqual(kept.sort());
  expect(await readdir(folder)).toContain('link');
  await rm(folder, { recursive: true });
});
