import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { buildAdmin, buildPlaybook, buildPrompt, buildStep } from '#tests/harness/build.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { importRows } from './import.server.ts';
import { readBytes, type SourceKind } from './sources.server.ts';

let site: TestSite;
let other: Awaited<ReturnType<typeof createTestDatabase>>;
let token: string;
beforeAll(async () => {
  [site, other] = await Promise.all([createTestSite(), createTestDatabase()]);
  token = (await buildAdmin(site)).token;
});
afterAll(async () => {
  await site.stop();
  await other.drop();
});

const operator = asOperator('library');
type Row = Record<string, unknown> & { slug: string };
const exported = async (): Promise<{ prompts: Row[]; playbooks: Row[] }> =>
  (await site.api('GET', '/api/v1/export', { token })).body;
/** What becomes of a file, with what is refused of it. */
async function bring(content: unknown, db = site.db, kind: SourceKind = 'json') {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const { rows, refused } = await readBytes(kind, Buffer.from(text));
  const report = await importRows(db, operator, rows);
  return { ...report, refused: [...refused, ...report.refused] };
}

describe('an export', () => {
  test('brings uploaded pictures and the prompts of steps to another site', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const uploaded = await fetch(`${site.url}/api/v1/admin/media/prompts/trip.png`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(picture),
    });
    const { url } = (await uploaded.json()) as { url: string };
    const prompt = await buildPrompt(site, { title: 'Pictured', slug: 'pictured', preview_image_url: url });
    const playbook = await buildPlaybook(site, { title: 'Trip', slug: 'trip', image_url: url });
    await buildStep(site, playbook, {
      prompts: [{ type: 'library', prompt_id: prompt.id, title: 'Old', prompt_body: 'Old' }],
    });
    const file = await exported();
    expect(file.prompts).toMatchObject([{ preview_image_url: url }]);
    expect(await bring(file, other.db)).toMatchObject({ created: 2, refused: [] });
    const made = await other.db
      .selectFrom('prompts')
      .select(['id', 'preview_image_url'])
      .executeTakeFirstOrThrow();
    expect(made.preview_image_url).toBe(url);
    expect(await other.db.selectFrom('playbook_steps_new').select('prompts').execute()).toMatchObject([
      { prompts: [{ type: 'library', prompt_id: made.id, title: 'Pictured' }] },
    ]);
  });

  test.each(['javascript:alert(1)', 'https://example.com/\0.png', 'https://example.com/\ud83d.png'])(
    'with %j as a picture is refused, row by row',
    async (address) => {
      const prompts = [{ slug: 'odd-picture', prompt_body: 'A picture.', preview_image_url: address }];
      const playbooks = [{ slug: 'odd-picture', title: 'Odd', image_url: address }];
      expect(await bring({ prompts, playbooks }, other.db)).toMatchObject({
        created: 0,
        refused: [
          { reason: expect.stringContaining('preview_image_url') },
          { reason: expect.stringContaining('image_url') },
        ],
      });
    },
  );

  test('that was edited changes its items, and repeating any of the sources changes nothing', async () => {
    const csv = 'act,prompt\nTwice one,The first.\nTwice two,The second.\n';
    expect(await bring(csv, site.db, 'csv')).toMatchObject({ created: 2 });
    const { prompts } = await exported();
    const edited = prompts
      .filter(({ slug }) => slug.startsWith('twice-'))
      .map((row) => ({ ...row, title: `${row.title}, edited` }));
    expect(await bring(edited)).toMatchObject({ created: 0, changed: 2 });
    const before = await exported();
    expect(await bring(csv, site.db, 'csv')).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    expect(await bring(edited)).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    expect(await exported()).toEqual(before);
    expect(await bring(csv.replace('second', 'other'), site.db, 'csv')).toMatchObject({
      ...{ created: 0, changed: 1, unchanged: 1 },
    });
  });
});
