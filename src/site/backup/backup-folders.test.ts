import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pictureFiles } from '#site/media/public/picture-files.server.ts';
import { startBunnyStandIn } from '#tests/media/bunny-stand-in.ts';
import { startS3StandIn } from '#tests/media/s3-stand-in.ts';
import { backupFolders } from './backup-folders.server.ts';

async function createFolders() {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'promptory-folders-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  return { DATA_DIR, folders: backupFolders({ DATA_DIR, MEDIA_URL: 'file:' }) };
}

test('folders that do not exist yet have no files', async () => {
  const { folders } = await createFolders();
  expect([await folders.pictures.list(), await folders.outbox.list()]).toEqual([[], []]);
  expect(await folders.outbox.read('2027-01-31T09-30-00.000Z-1234abcd.json')).toBeUndefined();
});

test.each([
  ['pictures', 'media/prompts'],
  ['outbox', 'outbox'],
] as const)('a folder of %s that cannot be read is not taken for an empty one', async (name, path) => {
  const { DATA_DIR, folders } = await createFolders();
  const place = join(DATA_DIR, path);
  await mkdir(dirname(place), { recursive: true });
  // Unlike rights, this keeps the superuser out too.
  await writeFile(place, 'not a folder');
  await expect(folders[name].list()).rejects.toThrow('ENOTDIR');
});

test('an email that cannot be read is not taken for a deleted one', async () => {
  const { DATA_DIR, folders } = await createFolders();
  const name = '2027-01-31T09-30-00.000Z-1234abcd.json';
  await mkdir(join(DATA_DIR, 'outbox', name), { recursive: true });
  await expect(folders.outbox.read(name)).rejects.toThrow('EISDIR');
});

test.each(Object.entries({ S3: startS3StandIn, Bunny: startBunnyStandIn }))(
  'pictures in %s are copied and restored over connections that break off',
  async (_name, start) => {
    const storage = await start();
    storage.dropEverySecond();
    const files = pictureFiles(storage.mediaUrl, '', [1, 1]);
    const names = ['1', '2'].map((digit) => `prompts/${digit.repeat(13)}-picture.webp`);
    const bytes = new TextEncoder().encode('picture');
    for (const name of names) await files.write(name, bytes);
    expect(await files.list()).toEqual(names);
    expect(await files.read(names[0] ?? '')).toBeDefined();
    await storage.stop();
  },
);
