import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { createLocalStorage } from './local-storage.server.ts';

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

const put = async (bytes: Buffer, file = 'picture.png', folder = 'prompts') => {
  const response = await fetch(`${site.url}/api/v1/admin/media/${folder}/${encodeURIComponent(file)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: await response.json() };
};
const drawImage = (width = 2_000, height = 1_000) =>
  sharp({ create: { width, height, channels: 3, background: '#a53' } });

describe('an upload', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'of %s is re-encoded in two sizes',
    async (format) => {
      const { status, body } = await put(
        await drawImage().toFormat(format).toBuffer(),
        `Mein Bild (1).${format}`,
      );
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.url).toMatch(/^\/media\/prompts\/\d{13}-Mein-Bild-1\.webp$/);
      for (const [address, size] of [
        [body.url, 1_600],
        [body.url.replace('.webp', '.card.webp'), 640],
      ]) {
        const answer = await fetch(`${site.url}${address}`);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe('image/webp');
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('content-security-policy')).toContain('sandbox');
        expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(size);
      }
    },
  );

  test('keeps only the pixels: location, camera and appended data are removed', async () => {
    const secret = 'GPS-and-more-secret';
    const jpeg = await drawImage(300, 200)
      .jpeg()
      .withExif({
        IFD0: { Copyright: secret, Model: secret },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .toBuffer();
    const { body } = await put(Buffer.concat([jpeg, Buffer.from(`<script>${secret}</script>`)]), 'a.jpg');
    const stored = Buffer.from(await (await fetch(`${site.url}${body.url}`)).arrayBuffer());
    expect(stored.includes(secret)).toBe(false);
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
  });

  test('is rotated as its metadata says', async () => {
    const { body } = await put(await drawImage(300, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer());
    const stored = await sharp(
      Buffer.from(await (await fetch(`${site.url}${body.url}`)).arrayBuffer()),
    ).metadata();
    expect([stored.width, stored.height]).toEqual([100, 300]);
  });

  const hostile: [string, Buffer | string][] = [
    ['SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    [
      'SVG behind an XML head',
      '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['JavaScript', 'alert(1)'],
    ['PHP', '<?php system($_GET[0]);'],
    ['PDF', '%PDF-1.7\n1 0 obj <</S/JavaScript/JS(app.alert(1))>>'],
    ['a program', Buffer.from('7f454c46020101', 'hex')],
    ['a ZIP', Buffer.from('504b0304', 'hex')],
    ['text', 'hello'],
    ['nothing', ''],
    ['GIF in name only', 'GIF89a<script>alert(1)</script>'],
    [
      'PNG in name only',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>alert(1)</script>')]),
    ],
    [
      'JPEG in name only',
      Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['a BMP', Buffer.from('424d46000000000000003600', 'hex')],
    ['an icon', Buffer.from('00000100010010100000', 'hex')],
    ['an MP4', Buffer.from('000000186674797069736f6d', 'hex')],
  ];
  const names = [
    'x.png',
    'x.svg',
    'x.html',
    'x.php.png',
    '../../x.png',
    '..%2f..%2fx.png',
    'x.png\u0000.html',
  ];
  test.each(hostile)('of %s is refused under any name', async (_kind, content) => {
    for (const name of names) {
      const { status, body } = await put(Buffer.from(content), name);
      expect([404, 415, 422]).toContain(status);
      expect(body.code).toMatch(/unsupported_media_type|validation_failed|not_found/);
    }
  });

  test('may have a name as long as a file can have, and is stored under a shorter one', async () => {
    const bytes = await drawImage(10, 10).png().toBuffer();
    const { status, body } = await put(bytes, `${'n'.repeat(251)}.png`);
    expect(status).toBe(200);
    expect(body.url.split('/').at(-1).length).toBeLessThan(200);
    expect((await put(bytes, `${'n'.repeat(252)}.png`)).status).toBe(422);
  });

  test('stays in its folder, whatever its name', async () => {
    const bytes = await drawImage(10, 10).png().toBuffer();
    for (const name of [
      '../../etc/passwd',
      '..\\..\\x',
      '....//x',
      '%2e%2e%2fx',
      'a/b',
      '.',
      '-',
      'ü ö.png',
      `${'x'.repeat(190)}.png`,
    ]) {
      const { status, body } = await put(bytes, name);
      expect([200, 404]).toContain(status);
      if (status === 200) expect(body.url).toMatch(/^\/media\/prompts\/\d{13}-[A-Za-z0-9.-]{1,80}\.webp$/);
    }
    expect((await readdir(join(site.dataDir, 'media'))).sort()).toEqual(['prompts']);
  });

  test('over 5 MB or with too many pixels is refused', async () => {
    const large = Buffer.concat([await drawImage(10, 10).png().toBuffer(), Buffer.alloc(5 * 1_048_576)]);
    expect(await put(large)).toMatchObject({
      status: 413,
      body: { error: 'File size must be less than 5MB' },
    });
    // A decompression bomb: 30,000 x 30,000 pixels in a few kilobytes.
    const chunk = (type: string, data: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      const body = Buffer.concat([Buffer.from(type), data]);
      const crc = Buffer.alloc(4);
      crc.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, crc]);
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(30_000, 0);
    head.writeUInt32BE(30_000, 4);
    head.set([1, 0, 0, 0, 0], 8);
    const bomb = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(Buffer.alloc(3_751 * 1_000))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
    expect((await put(bomb)).status).toBe(413);
  });

  test('to an unknown folder is refused', async () => {
    expect((await put(await drawImage(10, 10).png().toBuffer(), 'x.png', 'secrets')).status).toBe(422);
  });
});

test('a picture that cannot be written leaves nothing in the folder', async () => {
  const storage = createLocalStorage(join(site.dataDir, 'full'), '/media');
  async function* full() {
    yield Buffer.from('half');
    throw new Error('ENOSPC: no space left on device');
  }
  await expect(storage.put('prompts', '1.webp', full() as unknown as Buffer)).rejects.toThrow('ENOSPC');
  expect(await storage.list('prompts')).toEqual([]);
  await mkdir(join(site.dataDir, 'full', 'prompts', '2.webp'));
  await expect(storage.put('prompts', '2.webp', Buffer.from('whole'))).rejects.toThrow();
  expect(await storage.list('prompts')).toEqual(['2.webp']);
});

describe('a stored image', () => {
  test('can be deleted, and deleting it again is harmless', async () => {
    const { body } = await put(await drawImage(10, 10).png().toBuffer(), 'gone.png', 'playbooks');
    const file = body.url.split('/').at(-1);
    for (let time = 0; time < 2; time += 1) {
      expect((await site.api('DELETE', `/api/v1/admin/media/playbooks/${file}`, { token })).status).toBe(200);
      expect((await fetch(`${site.url}${body.url}`)).status).toBe(404);
    }
    expect(await readdir(join(site.dataDir, 'media', 'playbooks'))).toEqual([]);
  });

  test.each([
    '/media/',
    '/media/prompts/',
    '/media/prompts/..%2f..%2fapp-secret',
    '/media/../app-secret',
    '/media/prompts/.x.webp',
    '/media/prompts/x.html',
  ])('is the only thing served: %s is not found', async (path) => {
    const answer = await fetch(`${site.url}${path}`);
    expect(answer.status).toBe(404);
  });
});

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
