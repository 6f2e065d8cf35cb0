import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { importLimits } from '#constants';
import { advisoryLocks } from '#platform/database/locks.ts';
import { buildPlaybook, buildPrompt, buildStep } from '#tests/harness/build.ts';
import {
  admin,
  send,
  sendAndCheck,
  settled,
  site,
  step,
  token,
  withImportsSite,
} from '#tests/harness/imports-site.ts';
import { createTestSite } from '#tests/harness/site.ts';
import { newId } from '#ui/saving/new-id.ts';
import type { ImportRow } from './imports.contract.ts';

withImportsSite();

const check = async (name: string, bytes: string | Uint8Array<ArrayBuffer>, settings?: object) => {
  const checked = await sendAndCheck(name, bytes);
  if (!settings) return checked;
  await admin('POST', `/imports/${checked.id}/check`, settings);
  return settled(checked.id);
};
const rows = async (id: string, query = ''): Promise<ImportRow[]> =>
  (await admin('GET', `/imports/${id}/rows?${query}`)).body.items;
const prompts = (like: string) =>
  site.db
    .selectFrom('prompts')
    .select(['id', 'title', 'status', 'tier_access', 'category', 'prompt_type', 'deleted_at', 'author_id'])
    .where('title', 'like', like)
    .orderBy('title')
    .execute();

describe('a file', () => {
  test('is checked without changing anything, then imported as drafts, with reasons for refused rows', async () => {
    await buildPrompt(site, { title: 'There already', prompt_body: 'The same words.' });
    // What is in the trash is not in the library.
    const thrown = { status: 'draft', deleted_at: new Date(), deleted_status: 'draft' } as const;
    await buildPrompt(site, { title: 'Thrown away', prompt_body: 'Do the first thing.', ...thrown });
    const file = [
      'act,prompt,type',
      'First one,Do the first thing.,TEXT',
      'Second one,"Ultra-realistic portrait, golden hour lighting, shallow depth of field.",TEXT',
      'Third one,The same words.,TEXT',
      'First one,,TEXT',
      'Fourth one,Do the first thing.,TEXT',
    ].join('\n');
    const checked = await check('list.csv', file);
    expect(checked).toMatchObject({
      state: 'checked',
      counts: { created: 2, changed: 0, unchanged: 0, duplicate: 2, refused: 1 },
    });
    expect(checked.columns.map(({ name, field }) => [name, field])).toEqual([
      ['act', 'title'],
      ['prompt', 'prompt_body'],
      ['type', 'prompt_type'],
    ]);
    expect(await prompts('% one')).toEqual([]);
    expect((await rows(checked.id, 'outcome=duplicate')).map(({ title, reason }) => [title, reason])).toEqual(
      [
        ['Third one', 'has the same text as "There already"'],
        ['Fourth one', 'has the same text as "First one"'],
      ],
    );
    expect(await rows(checked.id, 'outcome=refused')).toMatchObject([{ place: 'line 5' }]);

    expect(await step(checked.id, 'start')).toMatchObject({ state: 'done', counts: checked.counts });
    expect(await prompts('% one')).toMatchObject([
      { title: 'First one', status: 'draft', prompt_type: 'Text', author_id: expect.any(String) },
      { title: 'Second one', status: 'draft', prompt_type: 'Image' },
    ]);
    // A second import changes nothing.
    expect((await check('list.csv', file)).counts).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  });

  test('is listed in its order, rejected rows among the others', async () => {
    const prompts = [
      { title: 'No text' },
      { title: 'First', prompt_body: 'Come first.' },
      { title: 'No text either' },
      { title: 'Second', slug: 'listed-second', prompt_body: 'Come second.' },
    ];
    const playbooks = [{ title: '' }, { title: 'A list' }];
    const { id } = await check('listed.json', JSON.stringify({ prompts, playbooks }));
    const list = ['prompts[0]', 'prompts[1]', 'prompts[2]', 'prompts[3]', 'playbooks[0]', 'playbooks[1]'];
    expect((await rows(id)).map(({ place }) => place)).toEqual(list);
    const first = (await admin('GET', `/imports/${id}/rows?limit=3`)).body;
    const rest = await rows(id, `limit=3&cursor=${first.next_cursor}`);
    expect([...first.items, ...rest].map(({ place }) => place)).toEqual(list);
    expect((await rows(id, 'limit=3&page=2')).map(({ place }) => place)).toEqual(list.slice(3));
  });

  test('is refused in the language of whoever imports it', async () => {
    await site.pool.query("update profiles set locale = 'de' where role = 'admin'");
    expect(await check('numbers.json', '[1\n2]')).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/^Zeile 2 der Datei ist kein gültiges JSON\./), // cspell:disable-line
    });
    const twice = await check('twice.csv', 'title,prompt\nA,Tell me a story.\nB,Tell me a story.\nC,');
    expect(await rows(twice.id, 'outcome=refused')).toMatchObject([
      { reason: 'Text des Prompts: Erforderlich' }, // cspell:disable-line
    ]);
    expect(await rows(twice.id, 'outcome=duplicate')).toMatchObject([
      { reason: 'hat denselben Text wie „A“' }, // cspell:disable-line
    ]);
    await site.pool.query("update profiles set locale = null where role = 'admin'");
  });

  test('can have the names in it mapped, whatever its kind', async () => {
    const entries = [{ heading: 'Mapped names', instruction: 'Do what the names say.', rest: 5 }];
    const checked = await check('names.json', JSON.stringify(entries));
    expect(checked.counts).toMatchObject({ created: 0, refused: 1 });
    expect(checked.columns.map(({ name, field }) => [name, field])).toEqual([
      ['heading', ''],
      ['instruction', ''],
      ['rest', ''],
    ]);
    const mapping = { heading: 'title', instruction: 'prompt_body' };
    await admin('POST', `/imports/${checked.id}/check`, { mapping });
    expect((await settled(checked.id)).counts).toMatchObject({ created: 1, refused: 0 });
    await step(checked.id, 'start');
    expect(await prompts('Mapped names')).toMatchObject([{ status: 'draft' }]);
  });

  test('can have its columns mapped, and status, tier and category set for all rows', async () => {
    const checked = await check('odd.csv', 'Heading,Instruction,Rest\nMapped,Do something mapped.,x');
    expect(checked).toMatchObject({
      state: 'checked',
      problem: expect.stringContaining('No column has the field "Prompt Body".'),
    });
    expect(checked.columns[1]).toEqual({ name: 'Instruction', sample: 'Do something mapped.', field: '' });
    expect((await admin('POST', `/imports/${checked.id}/start`)).status).toBe(409);
    await admin('POST', `/imports/${checked.id}/check`, {
      mapping: { Heading: 'title', Instruction: 'prompt_body' },
      status: 'published',
      tier_access: 2,
      category: 'All of them',
    });
    expect(await settled(checked.id)).toMatchObject({ problem: null, counts: { created: 1 } });
    await step(checked.id, 'start');
    expect(await prompts('Mapped')).toMatchObject([
      { status: 'published', tier_access: 2, category: 'All of them' },
    ]);
  });

  test('keeps the status of existing items, unless one is set for all', async () => {
    const list = (description: string) =>
      JSON.stringify([{ title: 'Stays', slug: 'stays', description, prompt_body: 'Stay where you are.' }]);
    await step((await check('a.json', list('one'), { status: 'published' })).id, 'start');
    expect(await step((await check('b.json', list('two'))).id, 'start')).toMatchObject({
      counts: { changed: 1 },
    });
    expect(await prompts('Stays')).toMatchObject([{ status: 'published' }]);
  });

  test('that cannot be read says why', async () => {
    expect((await send('list.txt', 'x')).status).toBe(415);
    expect((await send('large.csv', new Uint8Array(importLimits.uploadBytes + 1))).status).toBe(413);
    expect(await check('broken.json', '{')).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('ends too early'),
    });
    expect(await check('broken.zip', 'no archive')).toMatchObject({ state: 'failed' });
    expect(await check('zero.csv', 'a\0b,c\n1,2')).toMatchObject({ problem: expect.any(String) });
  });

  test('that is sent again after a lost response is imported once', async () => {
    const id = newId();
    for (const _ of [1, 2])
      expect((await send('again.json', '[{"prompt_body":"again and again"}]', id)).status).toBe(200);
    expect(await settled(id)).toMatchObject({ counts: { created: 1 } });
    expect((await send('other.json', '[]', id)).status).toBe(409);
    expect((await send('again.json', '[{"prompt_body":"something else"}]', id)).status).toBe(409);
    expect((await admin('DELETE', `/imports/${id}`)).status).toBe(200);
    expect((await admin('GET', `/imports/${id}`)).status).toBe(404);
  });
});

test('a large file can be sent as JSON, too', async () => {
  const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    title: `Row ${index}`,
    prompt_body: 'x',
    tags,
  }));
  const { status, body } = await send('rows.json', JSON.stringify(rows), newId(), 'application/json');
  expect(status).toBe(200);
  expect((await admin('DELETE', `/imports/${body.id}`)).status).toBe(200);
});

describe('a check', () => {
  test('refuses a small file that would take much memory before it is converted', async () => {
    const many = importLimits.rows + 1;
    const wide = `prompt\n${','.repeat(importLimits.commas + 1)}`;
    const files = {
      'rows.csv': `prompt\n${'x\n'.repeat(many)}`,
      'uneven.csv': `title,prompt\n${'x\n'.repeat(many)}`,
      'wide.csv': wide,
      'inches.csv': `prompt\n5"${','.repeat(importLimits.commas + 1)}`,
      'quotes.csv': `prompt\n${'5"'.repeat(20_000)},\n`,
      'rows.json': `[${'0,'.repeat(many)}0]`,
      'parts.json': `[${'{},'.repeat(importLimits.jsonParts)}{}]`,
    };
    const problems = [];
    for (const [name, text] of Object.entries(files)) {
      const { id, state, problem } = await check(name, text);
      await admin('DELETE', `/imports/${id}`);
      problems.push([name, state, problem?.replace(/\. .*/, '')]);
    }
    expect(problems).toEqual([
      ['rows.csv', 'failed', 'The file has more than 20,000 rows'],
      ['uneven.csv', 'failed', 'The file has more than 20,000 rows'],
      ['wide.csv', 'failed', 'The file has more than 100 columns'],
      ['inches.csv', 'failed', 'The file has more than 100 columns'],
      ['quotes.csv', 'checked', undefined],
      ['rows.json', 'failed', 'The file has more than 20,000 rows'],
      ['parts.json', 'failed', 'The file has too many lists and objects'],
    ]);
  });

  test('neither blocks creating items nor waits for it, and runs in one process only', async () => {
    const holder = await site.pool.connect();
    try {
      await holder.query('begin');
      for (const lock of [advisoryLocks.slugs, advisoryLocks.import])
        await holder.query('select pg_advisory_xact_lock($1)', [lock]);
      const list = Array.from({ length: 450 }, (_, index) => ({
        title: `Dry ${index}`,
        slug: `dry-${index}`,
        prompt_body: `Dry run number ${index % 449}.`,
      }));
      const playbooks = [
        { slug: 'dry', title: 'Dry', steps: [{ title: 'One', prompts: [{ library: 'dry-3' }] }] },
        { slug: 'dry-b', title: 'Dry b', steps: [{ title: 'One', prompts: [{ library: 'dry-gone' }] }] },
      ];
      const checked = await check('dry.json', JSON.stringify({ prompts: list, playbooks }));
      expect(checked).toMatchObject({ state: 'checked', counts: { created: 451, duplicate: 1, refused: 0 } });
      expect((await rows(checked.id, 'limit=50&page=10')).filter(({ reason }) => reason)).toMatchObject([
        { title: 'Dry b', reason: "references prompts that don't exist: dry-gone" },
      ]);
      await holder.query('select pg_advisory_xact_lock($1, hashtext($2))', [
        advisoryLocks.checks,
        checked.id,
      ]);
      await admin('POST', `/imports/${checked.id}/check`, {});
      await site.services.importsWorker.run(checked.id);
      expect((await admin('GET', `/imports/${checked.id}`)).body.state).toBe('checking');
      await holder.query('rollback');
      await site.services.importsWorker.run(checked.id);
      expect((await settled(checked.id)).state).toBe('checked');

      // A file that crashed several processes is not tried again.
      const change = { state: 'checking', attempts: importLimits.attempts } as const;
      await site.db.updateTable('imports').set(change).where('id', '=', checked.id).execute();
      await site.services.importsWorker.run(checked.id);
      expect(await settled(checked.id)).toMatchObject({
        state: 'failed',
        problem: expect.stringContaining('too large'),
      });
    } finally {
      holder.release(true);
    }
  });
});

describe('an item that exists', () => {
  const shown = async (slug: string) =>
    site.db
      .selectFrom('prompts')
      .select(['id', 'title', 'tags', 'preview_image_url', 'status', 'use_cases'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();

  test('keeps the fields for which the file has no column', async () => {
    const kept = { preview_image_url: 'https://example.com/a.webp', tags: ['own'], use_cases: ['one'] };
    const made = await buildPrompt(site, { title: 'Keeps it', slug: 'keeps-it', status: 'draft', ...kept });
    const id = (await check('keep.csv', 'slug,prompt\nkeeps-it,Better words.', { status: 'file' })).id;
    expect(await step(id, 'start')).toMatchObject({ counts: { changed: 1 } });
    expect(await shown('keeps-it')).toMatchObject({
      ...kept,
      id: made.id,
      title: 'Keeps it',
      status: 'draft',
    });

    const playbook = await buildPlaybook(site, {
      title: 'Keeps steps',
      slug: 'keeps-steps',
      image_url: 'https://example.com/b.webp',
    });
    await buildStep(site, playbook, { title: 'A step' });
    const file = JSON.stringify({ playbooks: [{ slug: 'keeps-steps', title: 'Keeps steps still' }] });
    await step((await check('keep.json', file)).id, 'start');
    expect((await admin('GET', `/playbooks/${playbook.id}`)).body).toMatchObject({
      title: 'Keeps steps still',
      image_url: 'https://example.com/b.webp',
      steps: [{ title: 'A step' }],
    });
    // Of a picture, `null` says that there is none.
    const without = JSON.stringify({ playbooks: [{ slug: 'keeps-steps', title: 'Plain', image_url: null }] });
    await step((await check('plain.json', without)).id, 'start');
    expect((await admin('GET', `/playbooks/${playbook.id}`)).body).toMatchObject({
      title: 'Plain',
      image_url: null,
      steps: [{ title: 'A step' }],
    });
  });

  test('gets its picture back with an undo, however late', async () => {
    const uploaded = await fetch(`${site.url}/api/v1/admin/media/prompts/undo.png`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(
        await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      ),
    });
    const preview_image_url = (await uploaded.json()).url as string;
    await buildPrompt(site, { title: 'Pictured', slug: 'pictured', preview_image_url });
    const row = { slug: 'pictured', prompt_body: 'Without a picture.', preview_image_url: null };
    const { id } = await check('picture.json', JSON.stringify([row]));
    await step(id, 'start');
    expect((await shown('pictured')).preview_image_url).toBeNull();
    await site.services.media.removeOrphans(-1);
    await step(id, 'undo');
    expect((await shown('pictured')).preview_image_url).toBe(preview_image_url);
    expect((await fetch(`${site.url}${preview_image_url}`)).status).toBe(200);
  });
});

describe('a process that is killed', () => {
  test('leaves an import that another one finishes, each row once', async () => {
    const list = Array.from({ length: 450 }, (_, index) => ({
      title: `Kill ${String(index).padStart(3, '0')}`,
      prompt_body: `Survive this, number ${index}.`,
    }));
    const { id } = await check('kill.json', JSON.stringify(list));
    // The state after a kill: the first batch is saved, no process works on the rest, and the job is gone.
    const second = await createTestSite({ database: site.database });
    try {
      await site.services.importsWorker.stop();
      await admin('POST', `/imports/${id}/start`);
      await second.services.imports.resume();
      await Promise.all([second.services.importsWorker.run(id), second.services.importsWorker.run(id)]);
      expect(await settled(id)).toMatchObject({ state: 'done', counts: { created: 450 } });
      expect(await prompts('Kill %')).toHaveLength(450);
    } finally {
      await second.stop();
    }
  });
});

describe('a process that stops', () => {
  test('leaves a check to another process, once the current rows are done', async () => {
    await site.services.importsWorker.stop();
    const list = [{ title: 'Stop', prompt_body: 'Leave this.' }];
    const { id } = (await send('stop.json', JSON.stringify(list))).body;
    const jobs = () => site.pool.query("select from jobs.job where name = 'imports' and state < 'completed'");
    await expect.poll(async () => (await jobs()).rowCount).toBe(0);
    const second = await createTestSite({ database: site.database });
    const { importsWorker } = second.services;
    try {
      const holder = await site.pool.connect();
      await holder.query('begin; select from imports for update');
      const checking = importsWorker.run(id);
      const waiting = () =>
        site.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
      await expect.poll(async () => (await waiting()).rowCount).toBe(1);
      const stopped = importsWorker.stop();
      await holder.query('commit');
      holder.release();
      await Promise.all([checking, stopped]);
      const { rows } = await site.pool.query('select state, attempts from imports where id = $1', [id]);
      expect(rows).toEqual([{ state: 'checking', attempts: 0 }]);
    } finally {
      await second.stop();
    }
  });
});
