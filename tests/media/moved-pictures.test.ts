import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildPrompt } from '../harness/build.ts';
import { promptory } from '../harness/command-line.ts';
import { createTestDatabase } from '../harness/database.ts';
import { appSecret, createTestSite, type TestSite } from '../harness/site.ts';
import { startS3StandIn } from './s3-stand-in.ts';

/** Uploads a picture. @returns its URL */
async function upload(site: TestSite, token: string, folder: 'prompts' | 'site'): Promise<string> {
  const body = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#472' } })
    .png()
    .toBuffer();
  const response = await fetch(`${site.url}/api/v1/admin/media/${folder}/own.png`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(body),
  });
  return (await response.json()).url;
}

const iconOf = async (site: TestSite) =>
  Buffer.from(await (await fetch(`${site.url}/favicon.ico`)).arrayBuffer());

describe('pictures from before MEDIA_URL was set to a bucket', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let bucket: Awaited<ReturnType<typeof startS3StandIn>>;
  let dataDir: string;
  let site: TestSite;
  let addresses: string[];
  let icon: Buffer;

  beforeAll(async () => {
    [database, bucket] = [await createTestDatabase(), await startS3StandIn()];
    dataDir = await mkdtemp(join(tmpdir(), 'promptory-moved-'));
    const before = await createTestSite({ database, environment: { DATA_DIR: dataDir } });
    const { token } = await buildAdmin(before);
    const [preview, favicon] = [await upload(before, token, 'prompts'), await upload(before, token, 'site')];
    await buildPrompt(before, { preview_image_url: preview });
    const body = { brand: { site_favicon: favicon } };
    expect((await before.api('PUT', '/api/v1/admin/site', { token, body })).status).toBe(200);
    icon = await iconOf(before);
    await before.stop();
    addresses = [preview, favicon];
    const environment = { DATA_DIR: dataDir, MEDIA_URL: bucket.mediaUrl };
    site = await createTestSite({ database, environment });
  });
  afterAll(async () => {
    await site.stop();
    await Promise.all([database.drop(), bucket.stop()]);
    await rm(dataDir, { recursive: true });
  });

  test('are still shown', async () => {
    for (const address of addresses) expect((await fetch(`${site.url}${address}`)).status).toBe(200);
    expect(await iconOf(site)).toEqual(icon);
  });

  test('are in the backup, and on a site that is restored from it elsewhere', async () => {
    const file = join(dataDir, 'site.backup');
    const here = {
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      APP_SECRET: appSecret,
      MEDIA_URL: bucket.mediaUrl,
    };
    expect((await promptory(here, 'backup', file)).stdout).toContain(' 4 files');
    const target = await createTestDatabase();
    const elsewhere = await mkdtemp(join(tmpdir(), 'promptory-elsewhere-'));
    const there = { ...here, DATABASE_URL: target.connectionString, DATA_DIR: elsewhere };
    await target.db.destroy();
    expect(await promptory(there, 'restore', file)).toMatchObject({ code: 0, stderr: '' });
    const second = await createTestSite({ environment: there });
    for (const address of addresses) {
      const answer = await fetch(`${second.url}${address}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    expect(await iconOf(second)).toEqual(icon);
    await second.stop();
    await rm(elsewhere, { recursive: true });
  });

  test('go when nothing uses them any more', async () => {
    const { token } = await buildAdmin(site);
    const [preview] = addresses;
    const { rows } = await site.pool.query('select id from prompts where preview_image_url = $1', [preview]);
    const body = { preview_image_url: await upload(site, token, 'prompts') };
    const saved = await site.api('PATCH', `/api/v1/admin/prompts/${rows[0].id}`, { token, body });
    expect(saved).toMatchObject({ status: 200, body });
    await expect.poll(async () => (await fetch(`${site.url}${preview}`)).status).toBe(404);
  });
});
