import { describe, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from '#tests/harness/build.ts';
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

withImportsSite();

const importAll = async (content: unknown) => {
  const { id } = await sendAndCheck('list.json', JSON.stringify(content));
  return step(id, 'start');
};

describe('an undo', () => {
  test('reverts everything except items changed or used since, which it lists', async () => {
    const before = await buildPlaybook(site, { title: 'Undo playbook', slug: 'undo-playbook' });
    const file = {
      prompts: ['a', 'b', 'c'].map((name) => ({
        slug: `undo-${name}`,
        title: `Undo ${name}`,
        prompt_body: `Undo this: ${name}`,
      })),
      playbooks: [
        { slug: 'undo-playbook', title: 'Undo playbook, changed', steps: [{ title: 'One' }] },
        { slug: 'undo-new', title: 'Undo new', steps: [{ title: 'Uses', prompts: [{ library: 'undo-a' }] }] },
      ],
    };
    const prompts = () =>
      site.db
        .selectFrom('prompts')
        .select(['id', 'title', 'deleted_at'])
        .where('title', 'like', 'Undo %')
        .orderBy('title')
        .execute();
    const { id, counts } = await importAll(file);
    expect(counts).toMatchObject({ created: 4, changed: 1 });
    const [, edited] = await prompts();
    await admin('PATCH', `/prompts/${edited?.id}`, { title: 'Undo b, edited' });
    const undone = await step(id, 'undo');
    expect(undone).toMatchObject({ state: 'undone', restored: 4, kept: 1 });
    expect((await admin('GET', `/imports/${id}/rows?outcome=kept`)).body.items).toMatchObject([
      { title: 'Undo b', reason: 'has been changed since' },
    ]);
    expect((await prompts()).map(({ title, deleted_at }) => [title, deleted_at === null])).toEqual([
      ['Undo a', false],
      ['Undo b, edited', true],
      ['Undo c', false],
    ]);
    const playbook = await site.db
      .selectFrom('playbooks')
      .select('title')
      .where('id', '=', before.id)
      .execute();
    expect(playbook).toEqual([{ title: 'Undo playbook' }]);
    // Importing again restores the items that the undo removed, and leaves the kept ones alone.
    await importAll(file);
    expect((await prompts()).map(({ title, deleted_at }) => [title, deleted_at === null])).toEqual([
      ['Undo a', true],
      ['Undo b, edited', true],
      ['Undo c', true],
    ]);
  });
});

test('what is sent again for an import is logged once', async () => {
  const logged = async () => (await site.pool.query('select from audit_log')).rowCount ?? 0;
  const id = newId();
  const before = await logged();
  const actions = [
    () => send('twice.json', '[{"prompt_body":"twice and twice"}]', id),
    () => admin('POST', `/imports/${id}/start`),
    () => admin('POST', `/imports/${id}/undo`),
  ];
  for (const [index, action] of actions.entries())
    for (const _ of [1, 2]) {
      expect((await action()).status).toBe(200);
      await settled(id);
      expect(await logged()).toBe(before + index + 1);
    }
});

test('an undo leaves a playbook that was bought since, and lists it', async () => {
  const { id } = await importAll({ playbooks: [{ slug: 'sold', title: 'Sold' }] });
  const buyer = await buildMember(site);
  await site.pool.query(
    "insert into user_playbook_purchases (user_id, playbook_id) select $1, id from playbooks where slug = 'sold'",
    [buyer.id],
  );
  expect(await step(id, 'undo')).toMatchObject({ state: 'undone', restored: 0, kept: 1 });
  expect((await admin('GET', `/imports/${id}/rows?outcome=kept`)).body.items).toMatchObject([
    { title: 'Sold', reason: 'was bought' },
  ]);
});

describe('imports that change the same items', () => {
  const content = (slug: string, words: string) => ({
    prompts: ['a', 'b'].map((name) => ({
      slug: `${slug}-${name}`,
      title: `${slug} ${name}`,
      description: words,
      prompt_body: `Do ${slug} ${name}: ${words}.`,
    })),
    playbooks: [{ slug, title: slug, description: words, steps: [{ title: words }] }],
  });
  const present = async (slug: string) => {
    const { rows } = await site.pool.query<{ id: string; title: string; description: string }>(
      `select id, title, description, slug from prompts where slug like $1 and deleted_at is null
        union all select id, title, description, slug from playbooks where slug = $2 and deleted_at is null order by slug`,
      [`${slug}-%`, slug],
    );
    return rows;
  };
  const descriptions = async (slug: string) => (await present(slug)).map(({ description }) => description);

  test('can be undone one after the other, latest first', async () => {
    const first = await importAll(content('stacked', 'one'));
    const second = await importAll(content('stacked', 'two'));
    const third = await importAll(content('stacked', 'three'));
    expect([first.counts.created, second.counts.changed, third.counts.changed]).toEqual([3, 3, 3]);
    expect(await step(third.id, 'undo')).toMatchObject({ restored: 3, kept: 0 });
    expect(await descriptions('stacked')).toEqual(['two', 'two', 'two']);
    expect(await step(second.id, 'undo')).toMatchObject({ restored: 3, kept: 0 });
    expect(await descriptions('stacked')).toEqual(['one', 'one', 'one']);
    expect(await step(first.id, 'undo')).toMatchObject({ restored: 3, kept: 0 });
    expect(await descriptions('stacked')).toEqual([]);
  });

  test('keep what someone has edited in between', async () => {
    const first = await importAll(content('edited', 'one'));
    const [after, before, between] = await present('edited');
    await admin('PATCH', `/prompts/${before?.id}`, { title: 'edited before' });
    const second = await importAll(content('edited', 'two'));
    await admin('PATCH', `/prompts/${between?.id}`, { title: 'edited between' });
    expect(await step(second.id, 'undo')).toMatchObject({ restored: 2, kept: 1 });
    await admin('PATCH', `/playbooks/${after?.id}`, { title: 'edited after' });
    expect(await step(first.id, 'undo')).toMatchObject({ restored: 0, kept: 3 });
    expect((await present('edited')).map(({ title }) => title)).toEqual([
      'edited after',
      'edited before',
      'edited between',
    ]);
  });

  test('come back with either of two files that have them', async () => {
    const row = { title: 'Two files', prompt_body: 'Say the same in both of them.' };
    const more = { title: 'One file', prompt_body: 'Only the second one has this.' };
    const other = { prompts: [{ slug: 'two-files', ...row }, more] };
    const first = await importAll({ prompts: [row] });
    const { counts } = await importAll(other);
    expect([first.counts, counts]).toMatchObject([{ created: 1 }, { created: 1, unchanged: 1 }]);
    expect(await step(first.id, 'undo')).toMatchObject({ restored: 1 });
    expect((await importAll(other)).counts).toMatchObject({ changed: 1, unchanged: 1 });
    const { deleted_at } = await site.db
      .selectFrom('prompts')
      .select('deleted_at')
      .where('slug', '=', 'two-files')
      .executeTakeFirstOrThrow();
    expect(deleted_at).toBeNull();
  });
});

/** Saves something in a transaction that has locked its item when `action` begins, and commits only once that waits. */
async function saveMeanwhile(
  collection: 'prompts' | 'playbooks',
  id: string,
  { change, action }: { change: string; action: () => Promise<{ status: number }> },
) {
  const client = await site.pool.connect();
  await client.query('begin');
  await client.query(`update ${collection} set updated_at = now() where id = $1`, [id]);
  expect((await action()).status).toBe(200);
  const waiting = async () =>
    (
      await site.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(waiting).toBe(1);
  await client.query(change, [id]);
  await client.query('commit');
  client.release();
}

test('what somebody saves while an import waits for it is there after an undo', async () => {
  const { id, slug, title } = await buildPrompt(site, { description: 'Before' });
  const prompts = [{ slug, title: 'Imported', prompt_body: 'Imported' }];
  const checked = await sendAndCheck('meanwhile.json', JSON.stringify({ prompts }));
  await saveMeanwhile('prompts', id, {
    change: "update prompts set description = 'Meanwhile' where id = $1",
    action: () => admin('POST', `/imports/${checked.id}/start`),
  });
  expect((await settled(checked.id)).state).toBe('done');
  const stored = () =>
    site.db.selectFrom('prompts').select(['title', 'description']).where('id', '=', id).executeTakeFirst();
  expect(await stored()).toMatchObject({ title: 'Imported' });
  await step(checked.id, 'undo');
  expect(await stored()).toEqual({ title, description: 'Meanwhile' });
});

test('steps that somebody saves while an undo waits for their playbook stay', async () => {
  const { id, slug } = await buildPlaybook(site, { title: 'Steps meanwhile' });
  const playbooks = [{ slug, title: 'Steps meanwhile', steps: [{ title: 'Imported' }] }];
  const done = await importAll({ playbooks });
  await saveMeanwhile('playbooks', id, {
    change: "update playbook_steps_new set title = 'Meanwhile' where playbook_id = $1",
    action: () => admin('POST', `/imports/${done.id}/undo`),
  });
  expect(await settled(done.id)).toMatchObject({ state: 'undone', restored: 0, kept: 1 });
  expect((await admin('GET', `/playbooks/${id}`)).body.steps).toMatchObject([{ title: 'Meanwhile' }]);
});

test('an undo leaves an item published whose day has come since', async () => {
  const publish_at = '2021-05-06T07:08:09.000Z';
  const { id, slug } = await buildPrompt(site, { description: 'Before', status: 'draft', publish_at });
  const row = { slug, description: 'Imported', prompt_body: 'Imported' };
  const done = await importAll({ prompts: [row] });
  expect(done.counts).toMatchObject({ changed: 1 });
  const read = async () => (await admin('GET', `/prompts/${id}`)).body;
  expect(await read()).toMatchObject({ description: 'Imported', status: 'draft', publish_at });
  await site.services.publishDue();
  expect(await step(done.id, 'undo')).toMatchObject({ restored: 1, kept: 0 });
  expect(await read()).toMatchObject({
    description: 'Before',
    status: 'published',
    publish_at: null,
    created_at: publish_at,
  });
});

test('an undo takes what nobody has edited, whatever the site has changed since', async () => {
  const { id: known, slug } = await buildPlaybook(site, { title: 'Since', category: 'Before' });
  await buildStep(site, { id: known }, { title: 'A step' });
  const prompt = (name: string, category: string) => ({
    title: `Since ${name}`,
    prompt_body: `Do ${name}.`,
    category,
    status: 'published',
  });
  const prompts = [
    prompt('renamed', 'Old name'),
    prompt('merged', 'Merged, Kept'),
    prompt('edited', 'Old name'),
    prompt('moved', 'Old name'),
    { title: 'Since its day', prompt_body: 'Do it on its day.', publish_at: '2021-05-06T07:08:09Z' },
  ];
  const playbooks = [{ slug, title: 'Since, changed', category: 'Old name', steps: [{ title: 'New' }] }];
  const { id } = await sendAndCheck('since.json', JSON.stringify({ prompts, playbooks }));
  await admin('POST', `/imports/${id}/check`, { status: 'file' });
  await settled(id);
  expect((await step(id, 'start')).counts).toMatchObject({ created: 5, changed: 1 });

  const categories: { id: string; name: string }[] = (await admin('GET', '/categories')).body.items;
  const path = (name: string) => `/categories/${categories.find((one) => one.name === name)?.id}`;
  const into = path('Kept').split('/').at(-1);
  expect((await admin('PATCH', path('Old name'), { name: 'New name' })).status).toBe(200);
  expect((await admin('POST', `${path('Merged')}/merge`, { into })).status).toBe(200);
  await site.services.publishDue();
  const items = () =>
    site.db
      .selectFrom('prompts')
      .select(['id', 'title', 'deleted_at'])
      .where('title', 'like', 'Since %')
      .orderBy('title')
      .execute();
  const found = await items();
  const idOf = (name: string) => found.find(({ title }) => title === `Since ${name}`)?.id;
  const change = { status: 'draft', category: 'Bulk', add_tags: ['bulk'] };
  const bulk = await admin('POST', '/prompts/bulk', { ids: [idOf('renamed'), idOf('merged')], change });
  expect((await admin('POST', `/bulk-changes/${bulk.body.id}/undo`)).body).toEqual({ restored: 2, kept: 0 });
  await admin('PATCH', `/prompts/${idOf('edited')}`, { description: 'Edited' });
  await admin('PATCH', `/prompts/${idOf('moved')}`, { category: 'New name, Another' });

  expect(await step(id, 'undo')).toMatchObject({ state: 'undone', restored: 4, kept: 2 });
  const left = (await items()).filter(({ deleted_at }) => deleted_at === null);
  expect(left.map(({ title }) => title)).toEqual(['Since edited', 'Since moved']);
  expect((await admin('GET', `/playbooks/${known}`)).body).toMatchObject({
    title: 'Since',
    category: 'Before',
    steps: [{ title: 'A step' }],
  });
});
