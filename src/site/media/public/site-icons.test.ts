import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { createPictureRatios } from './site-icons.server.ts';

const address = '/media/site/1700000000000-logo.webp';

test('the proportions of a picture are read once', async () => {
  const picture = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#c01' } })
    .png()
    .toBuffer();
  const get = vi.fn(async () => picture);
  const ratioOf = createPictureRatios({ base: '/media', get });
  expect([await ratioOf(address), await ratioOf(address)]).toEqual([3, 3]);
  expect(get).toHaveBeenCalledTimes(1);
});

test("pages don't wait long for a storage that doesn't answer, and it isn't asked every time", async () => {
  const get = vi.fn(() => new Promise<never>(() => {}));
  const ratioOf = createPictureRatios({ base: '/media', get });
  expect(await Promise.all([ratioOf(address), ratioOf(address)])).toEqual([undefined, undefined]);
  expect(await ratioOf(address)).toBeUndefined();
  expect(get).toHaveBeenCalledTimes(1);
});
