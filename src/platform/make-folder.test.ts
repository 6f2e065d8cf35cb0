import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder.server.ts';

test('a folder is made with those above it, also by two at once, and one that is there stays', async () => {
  const root = await mkdtemp(join(tmpdir(), 'promptory-folder-'));
  const deep = join(root, 'a', 'b', 'c');
  const made = await Promise.all([makeFolder(deep, 0o700), makeFolder(deep, 0o700)]);
  expect(made).toContain(join(root, 'a'));
  expect(((await stat(join(root, 'a', 'b'))).mode & 0o777).toString(8)).toBe('700');
  expect(await makeFolder(deep)).toBeUndefined();
  await symlink(deep, join(root, 'link'));
  expect(await makeFolder(join(root, 'link'))).toBeUndefined();
  await writeFile(join(root, 'file'), '');
  await expect(makeFolder(join(root, 'file'))).rejects.toThrow('EEXIST');
  await expect(makeFolder(join(root, 'file', 'below'))).rejects.toThrow('ENOTDIR');
  await rm(root, { recursive: true });
});

test('where no folder can be made, that is told, and where to', async () => {
  for (const path of ['/proc/promptory', '/proc/promptory/data'])
    await expect(makeFolder(path)).rejects.toThrow(
      'No folder can be made in /proc. Set DATA_DIR to a folder on a disk.',
    );
});
