import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { advisoryLocks } from '#platform/database/locks.ts';
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
/** Imports a file and returns the report with all refused rows. */
async function bring(content: unknown, db = site.db, kind: SourceKind = 'json') {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const { rows, refused } = await readBytes(kind, Buffer.from(text));
  const report = await importRows(db, operator, rows);
  return { ...report, refused: [...refused, ...report.refused] };
}

describe('an export', () => {
  test('brings uploaded pictures, prices and the prompts of steps to another site', async () => {
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
    const sale = { is_purchasable: true, price: 900 };
    const playbook = await buildPlaybook(site, { title: 'Trip', slug: 'trip', image_url: url, ...sale });
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
    const brought = other.db.selectFrom('playbooks').select(['image_url', 'is_purchasable', 'price']);
    expect(await brought.execute()).toEqual([{ image_url: url, ...sale }]);
    expect(await other.db.selectFrom('playbook_steps_new').select('prompts').execute()).toMatchObject([
      { prompts: [{ type: 'library', prompt_id: made.id, title: 'Pictured' }] },
    ]);
  });

  test('with a price that the site cannot charge in its currency is refused, row by row', async () => {
    const playbooks = [0, 49, 50, 99_999_999, 100_000_000].map((price) => ({
      title: `For ${price}`,
      price,
    }));
    expect(await bring({ playbooks }, other.db)).toMatchObject({
      created: 3,
      refused: [
        { reason: 'Price: Must be 0, or $0.50 or more' },
        { reason: 'Price: Must be $999,999.99 or less' },
      ],
    });
  });

  test.each(['javascript:alert(1)', 'https://example.com/\0.png', 'https://example.com/\ud83d.png'])(
    'with %j as a picture is refused, row by row',
    async (address) => {
      const prompts = [{ slug: 'odd-picture', prompt_body: 'A picture.', preview_image_url: address }];
      const playbooks = [{ slug: 'odd-picture', title: 'Odd', image_url: address }];
      expect(await bring({ prompts, playbooks }, other.db)).toMatchObject({
        created: 0,
        refused: [
          { reason: expect.stringContaining('Preview Image') },
          { reason: expect.stringContaining('Playbook Image') },
        ],
      });
    },
  );

  test('that was edited updates its items, and importing any source again changes nothing', async () => {
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
      created: 0,
      changed: 1,
      unchanged: 1,
    });
  });

  test('that is imported unedited changes nothing, not even the time of the last change', async () => {
    const at = '2026-03-04T05:06:07.000Z';
    const prompt = await buildPrompt(site, { slug: 'comes-back', updated_at: at });
    const playbook = await buildPlaybook(site, { slug: 'comes-back', updated_at: at });
    await buildStep(site, playbook, {
      prompts: [{ type: 'library', prompt_id: prompt.id, title: 'Old', prompt_body: 'Old' }],
    });
    const file = await exported();
    const count = file.prompts.length + file.playbooks.length;
    for (const _ of ['once', 'again'])
      expect(await bring(file)).toMatchObject({ created: 0, changed: 0, unchanged: count, refused: [] });
    for (const table of ['prompts', 'playbooks'] as const) {
      const { updated_at } = await site.db
        .selectFrom(table)
        .select('updated_at')
        .where('slug', '=', 'comes-back')
        .executeTakeFirstOrThrow();
      expect(new Date(updated_at).toISOString(), table).toBe(at);
    }
    // After an item is edited, the unchanged file no longer affects it.
    await site.db.updateTable('prompts').set({ title: 'Edited' }).where('id', '=', prompt.id).execute();
    expect(await bring(file)).toMatchObject({ changed: 0, unchanged: count });
    expect((await exported()).prompts.find(({ slug }) => slug === 'comes-back')?.title).toBe('Edited');
  });

  test('leaves out items in the trash, but steps keep their texts', async () => {
    const thrown = { status: 'draft', deleted_at: new Date(), deleted_status: 'published' } as const;
    const prompt = await buildPrompt(site, { slug: 'thrown', ...thrown });
    await buildPlaybook(site, { slug: 'thrown', ...thrown });
    const playbook = await buildPlaybook(site, { slug: 'names-thrown' });
    await buildStep(site, playbook, {
      prompts: [{ type: 'library', prompt_id: prompt.id, title: 'Kept', prompt_body: 'Kept words.' }],
    });
    const { prompts, playbooks } = await exported();
    expect([...prompts, ...playbooks].filter(({ slug }) => slug === 'thrown')).toEqual([]);
    expect(playbooks.find(({ slug }) => slug === 'names-thrown')?.steps).toMatchObject([
      { prompts: [{ title: 'Kept', prompt_body: 'Kept words.' }] },
    ]);
    // An import with changes brings it back as it was.
    await bring({ prompts: [{ slug: 'thrown', prompt_body: 'Changed.' }] });
    expect((await exported()).prompts.find(({ slug }) => slug === 'thrown')?.status).toBe('published');
  });

  test('includes the publishing day, which an import only removes from items that it publishes', async () => {
    const publish_at = '2099-05-01T08:00:00.000Z';
    await buildPrompt(site, { slug: 'planned', status: 'draft', publish_at });
    await buildPlaybook(site, { slug: 'planned', status: 'draft', publish_at });
    const planned = async (db = site.db) =>
      (
        await Promise.all(
          (['prompts', 'playbooks'] as const).map((table) =>
            db
              .selectFrom(table)
              .select(['status', 'publish_at'])
              .where('slug', '=', 'planned')
              .executeTakeFirstOrThrow(),
          ),
        )
      ).map((row) => [row.status, row.publish_at?.toISOString()]);
    const waiting = ['draft', publish_at];
    const whole = await exported();
    const file = {
      prompts: whole.prompts.filter(({ slug }) => slug === 'planned'),
      playbooks: whole.playbooks.filter(({ slug }) => slug === 'planned'),
    };
    await bring(file, other.db);
    expect(await planned(other.db)).toEqual([waiting, waiting]);
    expect(await bring(file, other.db)).toMatchObject({ unchanged: 2 });

    const without = (fields: object) => ({
      prompts: [{ slug: 'planned', prompt_body: 'Other words.', ...fields }],
      playbooks: [{ slug: 'planned', title: 'Other words', ...fields }],
    });
    for (const fields of [{}, { status: 'draft' }, { status: 'draft', publish_at: null }]) {
      await bring(without({ ...fields, description: JSON.stringify(fields) }));
      expect(await planned()).toEqual([waiting, waiting]);
    }
    const later = '2099-06-01T08:00:00.000Z';
    await bring(without({ status: 'draft', publish_at: later }));
    expect(await planned()).toEqual([
      ['draft', later],
      ['draft', later],
    ]);
    await bring(without({ status: 'published', publish_at: later }));
    expect(await planned()).toEqual([
      ['published', undefined],
      ['published', undefined],
    ]);
    // A day that they can't have makes no difference to published items.
    expect(await bring(without({ publish_at }))).toMatchObject({ changed: 0, unchanged: 2 });
  });

  test.each([
    ['day-one', {}, 'draft', '2099-05-01T08:00:00.000Z'],
    ['day-two', { isNewDraft: true }, 'draft', undefined],
    ['day-three', { status: 'draft' as const }, 'draft', undefined],
    ['day-four', { status: 'published' as const }, 'published', undefined],
  ])('with a day of publishing (%s) leaves the status to %j', async (slug, options, status, day) => {
    const row = { slug, prompt_body: 'One day.', publish_at: '2099-05-01T10:00:00+02:00' };
    const { rows } = await readBytes('json', Buffer.from(JSON.stringify([row])));
    await importRows(other.db, operator, rows, options);
    const made = await other.db
      .selectFrom('prompts')
      .select(['status', 'publish_at'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    expect([made.status, made.publish_at?.toISOString()]).toEqual([status, day]);
  });
});

test('an import locks no row while someone else changes names and may need that row', async () => {
  const { id, slug } = await buildPrompt(site);
  const other = await site.pool.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock($1)', [advisoryLocks.slugs]);
  const importing = bring({ prompts: [{ slug, prompt_body: 'Brought.' }] });
  const waiting = () =>
    site.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  await expect.poll(async () => (await waiting()).rowCount).toBe(1);
  const free = await other.query('select from prompts where id = $1 for update skip locked', [id]);
  expect(free.rowCount).toBe(1);
  await other.query('commit');
  other.release();
  expect(await importing).toMatchObject({ changed: 1 });
});

describe('an earlier address', () => {
  test('still identifies an item and the prompt of a step', async () => {
    const prompt = await buildPrompt(site, { slug: 'moved', title: 'Moved' });
    const playbook = await buildPlaybook(site, { slug: 'moved', title: 'Moved' });
    for (const [path, { id }] of Object.entries({ prompts: prompt, playbooks: playbook }))
      expect(
        (await site.api('PATCH', `/api/v1/admin/${path}/${id}`, { token, body: { slug: 'moved-on' } }))
          .status,
      ).toBe(200);
    const file = {
      prompts: [{ slug: 'moved', prompt_body: 'Brought later.' }],
      playbooks: [
        { slug: 'moved', title: 'Moved', steps: [{ title: 'One', prompts: [{ library: 'moved' }] }] },
      ],
    };
    expect(await bring(file)).toMatchObject({ created: 0, changed: 2, refused: [] });
    expect(await bring(file)).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    const { prompts, playbooks } = await exported();
    const found = [...prompts, ...playbooks].filter(({ slug }) => slug.startsWith('moved'));
    expect(found).toMatchObject([
      { slug: 'moved-on', prompt_body: 'Brought later.' },
      { slug: 'moved-on', steps: [{ prompts: [{ library: 'moved-on' }] }] },
    ]);
    const both = ['moved', 'moved-on'].map((slug) => ({ slug, prompt_body: `By ${slug}.` }));
    expect(await bring({ prompts: both })).toMatchObject({ changed: 1, refused: [expect.anything()] });
  });
});

test('importing an unedited download changes nothing, however its blanks are described', async () => {
  const prompt_body = 'A {{tone:dry}} letter from [COMPANY] to {{customerName}}';
  const said = JSON.stringify([{ name: 'company', label: 'Your company' }]);
  for (const blanks of ['[]', said]) {
    const { slug } = await buildPrompt(site, { prompt_body, blanks });
    const { text } = await site.api('GET', `/api/v1/prompts/${slug}/download?format=json`, { token });
    expect(await bring(text)).toMatchObject({ changed: 0, unchanged: 1, refused: [] });
    const other = text.replace('"label": "Tone"', '"label": "Voice"');
    expect(await bring(other)).toMatchObject({ changed: 1 });
  }
});

test.each(['json', 'csv'] as const)(
  'the words of a list count however they are capitalized: %s',
  async (kind) => {
    const row = {
      slug: `capital-${kind}`,
      prompt_body: 'A letter.',
      prompt_type: 'TEXT',
      difficulty: ' Beginner',
      status: 'DRAFT',
    };
    const table = [Object.keys(row).join(','), Object.values(row).join(',')].join('\n');
    const content = kind === 'csv' ? table : [row];
    const { refused } = await bring(content, other.db, kind);
    expect(refused).toEqual([]);
    const stored = other.db.selectFrom('prompts').select(['prompt_type', 'difficulty', 'status']);
    expect(await stored.where('slug', '=', row.slug).execute()).toEqual([
      { prompt_type: 'Text', difficulty: 'beginner', status: 'draft' },
    ]);
  },
);
