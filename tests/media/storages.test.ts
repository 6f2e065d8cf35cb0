// Needs the built pages.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createStorage } from '#site/media/storage.server.ts';
import { buildAdmin, buildPrompt } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { startBunnyStandIn } from './bunny-stand-in.ts';
import { startS3StandIn } from './s3-stand-in.ts';

const kinds = {
  'the local folder': async () => ({ mediaUrl: 'file:', names: undefined, stop: async () => undefined }),
  S3: startS3StandIn,
  Bunny: startBunnyStandIn,
};

describe.each(Object.entries(kinds))('pictures in %s', (_name, start) => {
  let storage: Awaited<ReturnType<typeof start>>;
  let site: TestSite;
  let token: string;
  beforeAll(async () => {
    storage = await start();
    site = await createTestSite({ environment: { MEDIA_URL: storage.mediaUrl } });
    token = (await buildAdmin(site)).token;
  });
  afterAll(async () => {
    await site.stop();
    await storage.stop();
  });

  const names = async () =>
    storage.names?.() ??
    readdir(join(site.dataDir, 'media'), { recursive: true }).then((all) =>
      all.filter((name) => name.endsWith('.webp')),
    );
  const upload = async (name: string) => {
    const body = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#472' } })
      .png()
      .toBuffer();
    const response = await fetch(`${site.url}/api/v1/admin/media/prompts/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(body),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return String(JSON.parse(text).url);
  };
  const read = (address: string) => fetch(new URL(address, site.url));

  test('are stored in two sizes, found at their public address, cached for a year', async () => {
    const url = await upload('one.png');
    for (const [address, width] of [
      [url, 900],
      [url.replace('.webp', '.card.webp'), 640],
    ] as const) {
      const answer = await read(address);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(width);
    }
    expect(url).not.toMatch(/key|secret/);
  });

  test('are deleted in both sizes, and again without harm', async () => {
    const url = await upload('two.png');
    for (let time = 0; time < 2; time += 1) {
      const { status } = await site.api('DELETE', `/api/v1/admin/media/prompts/${url.split('/').at(-1)}`, {
        token,
      });
      expect(status).toBe(200);
    }
    expect((await read(url)).status).toBe(404);
    expect((await names()).filter((name) => name.includes('two'))).toEqual([]);
  });

  test('are deleted even if they cannot be read, and only the first time is logged', async () => {
    const name = (await upload('three.png')).split('/').at(-1);
    const logged = async () => {
      const answer = await site.api('GET', '/api/v1/admin/audit?area=media&limit=100', { token });
      return answer.body.items.filter(({ action }: { action: string }) => action.startsWith('DELETE')).length;
    };
    const before = await logged();
    const ask = globalThis.fetch;
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
      const { method = init?.method, url = String(address) } = address instanceof Request ? address : {};
      const isRead = method === undefined || method === 'GET';
      return isRead && url.includes('three') ? new Response(null, { status: 403 }) : ask(address, init);
    });
    for (let time = 0; time < 2; time += 1)
      expect((await site.api('DELETE', `/api/v1/admin/media/prompts/${name}`, { token })).status).toBe(200);
    spy.mockRestore();
    expect((await names()).filter((name) => name.includes('three'))).toEqual([]);
    expect(await logged()).toBe(before + 1);
  });

  test('go when the record that had them gets another, and stay while one has them', async () => {
    const [first, second] = [await upload('first.png'), await upload('second.png')];
    const { id } = await buildPrompt(site);
    const set = (preview_image_url: string) =>
      site.api('PATCH', `/api/v1/admin/prompts/${id}`, { token, body: { preview_image_url } });
    await set(first);
    await set(second);
    const statusOf = async (url: string) => (await read(url)).status;
    await expect.poll(() => statusOf(first)).toBe(404);
    expect(await statusOf(second)).toBe(200);
    for (const query of ['', '?forever=true'])
      await site.api('DELETE', `/api/v1/admin/prompts/${id}${query}`, { token });
    await expect.poll(() => statusOf(second)).toBe(404);
  });

  test('that nothing names are cleaned up once they are old, and no others', async () => {
    const [kept, orphan] = [await upload('kept.png'), await upload('orphan.png')];
    await buildPrompt(site, { preview_image_url: kept });
    expect(await site.services.media.removeOrphans()).toBe(0);
    expect(await site.services.media.removeOrphans(-1)).toBeGreaterThan(0);
    expect((await read(kept)).status).toBe(200);
    expect((await read(orphan)).status).toBe(404);
  });
});

describe('a storage elsewhere', () => {
  let standIn: Awaited<ReturnType<typeof startBunnyStandIn>>;
  let site: TestSite;
  let base: string | null;
  beforeAll(async () => {
    standIn = await startBunnyStandIn();
    site = await createTestSite({ environment: { MEDIA_URL: standIn.mediaUrl } });
    base = new URL(standIn.mediaUrl).searchParams.get('public');
  });
  afterAll(() => site.stop());

  test('without https is allowed on pages as a source of pictures, and only that', async () => {
    const policyOf = async (of: TestSite) =>
      (await of.api('GET', '/pricing')).headers.get('content-security-policy');
    const { origin } = new URL(base ?? '');
    expect(await policyOf(site)).toContain(`; img-src 'self' data: https: ${origin};`);
    const mediaUrl = 's3://key:secret@127.0.0.1:9/bucket?public=https://pictures.example/all';
    const other = await createTestSite({ environment: { MEDIA_URL: mediaUrl } });
    expect(await policyOf(other)).toContain("; img-src 'self' data: https:;");
    await other.stop();
  });

  test('keeps a picture that comes into use while others are cleaned up', async () => {
    const names = ['1700000000001-x.webp', '1700000000002-x.webp'];
    const files = createStorage(standIn.mediaUrl, site.dataDir);
    for (const name of names) await files.put('prompts', name, Buffer.from('picture'));
    const ask = globalThis.fetch;
    let used: string | undefined;
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
      if (init?.method === 'DELETE' && !used) {
        used = names.find((name) => !String(address).includes(name));
        await buildPrompt(site, { preview_image_url: `${base}/prompts/${used}` });
      }
      return ask(address, init);
    });
    await site.services.media.removeOrphans();
    spy.mockRestore();
    expect(await files.list('prompts')).toEqual([used]);
  });

  test('that is away does not undo a change that is saved', async () => {
    const { token } = await buildAdmin(site);
    const { id } = await buildPrompt(site, { preview_image_url: `${base}/prompts/1700000000000-x.webp` });
    await standIn.stop();
    const saved = await site.api('PATCH', `/api/v1/admin/prompts/${id}`, {
      token,
      body: { preview_image_url: null },
    });
    expect(saved).toMatchObject({ status: 200, body: { preview_image_url: null } });
  });
});

test('a storage that never answers keeps nobody waiting but those who wait for it, and is given up', async () => {
  const standIn = await startBunnyStandIn();
  const site = await createTestSite({ environment: { MEDIA_URL: standIn.mediaUrl } });
  const { email, password } = await buildAdmin(site);
  const base = new URL(standIn.mediaUrl).searchParams.get('public');
  // The first release creates the queue.
  await site.services.media.release(`${base}/prompts/1700000000000-x.webp`);
  const waiting = () =>
    site.pool.query("select from jobs.job where name = 'pictures' and state < 'completed'");
  await expect.poll(async () => (await waiting()).rowCount).toBe(0);
  standIn.hang();
  await site.pool.query(`insert into jobs.job (name, data)
    select 'pictures', jsonb_build_object('folder', 'prompts', 'name', 1700000000000 + number || '-x.webp')
    from generate_series(1, 30) as number`);
  await expect.poll(() => standIn.unanswered().held).toBeGreaterThan(0);
  const signIns = Array.from({ length: 10 }, () => site.authClient().signInWithPassword({ email, password }));
  for (const { error } of await Promise.all(signIns)) expect(error).toBeNull();
  const { held, givenUp } = standIn.unanswered();
  expect(held - givenUp).toBeLessThanOrEqual(2);
  await expect.poll(() => standIn.unanswered().givenUp).toBeGreaterThanOrEqual(2);
  await standIn.stop();
  await site.stop();
});

describe('MEDIA_URL', () => {
  test.each([
    ['s3://host/bucket?public=https://x.example', /access key.*secret/],
    ['s3://a:b@host?public=https://x.example', /bucket/],
    ['s3://a:b@host/bucket', /public/],
    ['bunny://host/zone?public=https://x.example', /access key/],
    ['bunny://key@host/zone?public=nowhere', /public/],
  ])('%s is refused with what it lacks', (mediaUrl, message) => {
    expect(() => createStorage(mediaUrl, '/tmp')).toThrow(message);
  });

  test('with a wrong key answers an error that does not tell the key', async () => {
    const standIn = await startS3StandIn();
    const storage = createStorage(standIn.mediaUrl.replace('stand-in%2Fsecret', 'wrong'), '/tmp');
    await expect(storage.put('prompts', '1700000000000-x.webp', Buffer.from('x'))).rejects.toThrow(
      /answered PUT with 403/,
    );
    await standIn.stop();
  });
});
