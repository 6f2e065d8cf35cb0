import { describe, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { importLimits } from '#constants';
import { messageOf } from '#platform/error-message.ts';
import { buildPrompt } from '#tests/harness/build.ts';
import {
  admin,
  send,
  sendAndCheck,
  settled,
  site,
  step,
  withImportsSite,
} from '#tests/harness/imports-site.ts';
import { newId } from '#ui/saving/new-id.ts';
import { importRows } from './import.server.ts';
import { readBytes } from './sources.server.ts';

withImportsSite({ repeats: true });

const check = (content: unknown) => sendAndCheck('odd.json', JSON.stringify(content));
/** Makes PostgreSQL reject writes to a table that fulfill the condition. */
const refuse = (table: string, condition: string, code = 'P0001') =>
  site.pool.query(`
    create function refuse_it() returns trigger language plpgsql as $$ begin
      if ${condition} then raise exception 'refused by the test' using errcode = '${code}'; end if;
      return new;
    end $$;
    create trigger refuse_it before insert or update on ${table} for each row execute function refuse_it()`);
const allow = () => site.pool.query('drop function refuse_it cascade');
const list = (title: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `${title} ${String(index).padStart(3, '0')}`,
    prompt_body: `${title}, number ${index}.`,
  }));
const present = async (like: string) =>
  (
    await site.db
      .selectFrom('prompts')
      .select('title')
      .where('title', 'like', like)
      .where('deleted_at', 'is', null)
      .execute()
  ).length;

describe('odd rows', () => {
  const odd = [
    { prompt_body: `${'x'.repeat(499)}😀 and so on.`, description: 'Says \\u0000', '\ud83d\0': '\0' },
    { slug: 'odd-nul', prompt_body: 'A picture.', preview_image_url: 'https://example.com/\0.png' },
  ];

  test('are imported or refused one by one, without stopping the others', async () => {
    const { id, ...checked } = await check(odd);
    expect(checked).toMatchObject({ state: 'checked', counts: { created: 1, refused: 1 } });
    expect(checked.columns.find(({ name }) => name === 'description')?.sample).toBe('Says \\u0000');
    expect(await step(id, 'start')).toMatchObject({ state: 'done', counts: { created: 1, refused: 1 } });
    expect((await check(odd)).counts).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
  });

  test('are unchanged when imported again on the command line', async () => {
    const body = `${'y'.repeat(499)}😀 and so on.`;
    for (const result of [{ created: 1 }, { created: 0, unchanged: 1 }]) {
      const { rows } = await readBytes('json', Buffer.from(JSON.stringify([{ prompt_body: body }])));
      expect(await importRows(site.db, asOperator('library'), rows)).toMatchObject(result);
    }
  });
});

describe('a title made of the text', () => {
  test('is never cut within a character', async () => {
    const { id } = await check([{ slug: 'smiles', prompt_body: '😀'.repeat(100) }]);
    await step(id, 'start');
    const { title } = await site.db
      .selectFrom('prompts')
      .select('title')
      .where('slug', '=', 'smiles')
      .executeTakeFirstOrThrow();
    expect(title).toBe(`${'😀'.repeat(35)}…`);
  });
});

test.each([
  ['a lock', '55P03'],
  ['each other', '40P01'],
])('an import that waits too long for %s goes on later, however often', async (_name, code) => {
  const title = `Late ${code}`;
  const { id } = await check(list(title, 2));
  await refuse('prompts', `new.title like '${title}%'`, code);
  expect((await admin('POST', `/imports/${id}/start`)).status).toBe(200);
  // Nothing is run while the site makes an attempt of its own.
  const run = () => site.services.importsWorker.run(id).then(() => 'nothing was run', messageOf);
  for (let attempt = 0; attempt <= importLimits.attempts; attempt += 1)
    await expect.poll(run).toContain('refused by the test');
  expect((await admin('GET', `/imports/${id}`)).body.state).toBe('importing');
  await allow();
  expect(await settled(id)).toMatchObject({ state: 'done', counts: { created: 2 } });
});

describe('what fails again and again', () => {
  test('ends with the reason, and what was imported can be undone', async () => {
    const { id } = await check(list('Breaks', 300));
    await refuse('prompts', "new.title = 'Breaks 250'");
    try {
      expect(await step(id, 'start')).toMatchObject({
        state: 'failed',
        problem: expect.stringContaining('refused by the test'),
        counts: { created: 200 },
      });
    } finally {
      await allow();
    }
    expect(await present('Breaks %')).toBe(200);
    expect(await step(id, 'undo')).toMatchObject({ state: 'undone', problem: null, restored: 200 });
    expect(await present('Breaks %')).toBe(0);
  });

  test('can be deleted where nothing was imported', async () => {
    const { id } = await check(list('Never', 2));
    await refuse('prompts', "new.title = 'Never 001'");
    try {
      expect((await step(id, 'start')).state).toBe('failed');
    } finally {
      await allow();
    }
    expect((await admin('DELETE', `/imports/${id}`)).status).toBe(200);
  });

  test('is not checked forever, and has nothing to undo', async () => {
    await refuse('import_rows', "new.title = 'Unchecked 001'");
    try {
      const { id, ...failed } = await check(list('Unchecked', 2));
      expect(failed).toMatchObject({ state: 'failed', problem: expect.stringContaining('refused by') });
      expect((await admin('POST', `/imports/${id}/undo`)).status).toBe(409);
      expect((await admin('DELETE', `/imports/${id}`)).status).toBe(200);
    } finally {
      await allow();
    }
  });

  test('can be undone once more when an undo has failed', async () => {
    const { id } = await check(list('Sticks', 2));
    await step(id, 'start');
    await refuse('prompts', "new.title like 'Sticks %' and new.deleted_at is not null");
    try {
      expect((await step(id, 'undo')).state).toBe('failed');
    } finally {
      await allow();
    }
    expect(await step(id, 'undo')).toMatchObject({ state: 'undone', restored: 2 });
    expect(await present('Sticks %')).toBe(0);
  });
});

test('at most ten files can wait, and deleting one makes room', async () => {
  await site.db.deleteFrom('imports').execute();
  const upload = async (id?: string) => (await send('a.json', JSON.stringify(list('Waits', 1)), id)).status;
  const first = newId();
  const made = [await upload(first)];
  for (let file = 1; file < 11; file += 1) made.push(await upload());
  expect(made).toEqual([...Array(10).fill(200), 409]);
  await settled(first);
  expect((await admin('DELETE', `/imports/${first}`)).status).toBe(200);
  expect([await upload(), await upload()]).toEqual([200, 409]);
});

test('a check is repeated if its settings have changed since', async () => {
  await site.db.deleteFrom('imports').execute();
  const { title } = await buildPrompt(site, { prompt_body: 'Here already, word by word.' });
  const id = newId();
  const holder = await site.pool.connect();
  await holder.query('begin; lock table prompts in access exclusive mode');
  const twice = [{ title: `${title}, too`, prompt_body: 'Here already, word by word.' }];
  await send('twice.json', JSON.stringify(twice), id);
  const { settings } = (await admin('GET', `/imports/${id}`)).body;
  const checking = site.services.importsWorker.run(id).catch(() => undefined);
  const waiting = () =>
    holder.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0);
  expect((await admin('POST', `/imports/${id}/check`, { ...settings, skip_duplicates: false })).status).toBe(
    200,
  );
  await holder.query('commit');
  holder.release();
  await checking;
  expect((await settled(id)).counts).toMatchObject({ created: 1, duplicate: 0 });
});

describe('a step that its worker ends before it is answered', () => {
  test.each([
    ['check', 'checking', 'checked'],
    ['check', 'checking', 'failed'],
    ['start', 'importing', 'failed'],
    ['undo', 'undoing', 'undone'],
  ])('%s: %s, then %s', async (name, during, after) => {
    const { id } = await check([{ prompt_body: 'As quick as can be.' }]);
    if (name === 'undo') await step(id, 'start');
    await site.pool.query(`
      create function end_at_once() returns trigger language plpgsql as $$
        begin update imports set state = '${after}' where id = new.id; return null; end $$;
      create constraint trigger end_at_once after update on imports deferrable initially deferred
        for each row when (new.state = '${during}') execute function end_at_once();`);
    try {
      expect(await admin('POST', `/imports/${id}/${name}`, name === 'check' ? {} : undefined)).toMatchObject({
        status: 200,
        body: { state: after },
      });
    } finally {
      await site.pool.query('drop function end_at_once cascade');
      await site.pool.query('delete from imports where id = $1', [id]);
    }
  });
});
