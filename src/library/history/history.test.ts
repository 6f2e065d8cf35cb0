import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits, unlimitedCopies } from '#constants';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await createTestSite();
  admin = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

type Member = Awaited<ReturnType<typeof buildMember>>;
const call = ({ token }: { token: string }, method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
const list = async (member: Member, query = '') => (await call(member, 'GET', `/history${query}`)).body;
const entry = async (member: Member, id: string) => (await call(member, 'GET', `/history/${id}`)).body;
const rewrite = (id: string, prompt_body: string) =>
  call({ token: admin }, 'PATCH', `/admin/prompts/${id}`, { prompt_body });

test('viewed and copied prompts keep the text of that time, and show what has changed since', async () => {
  const member = await buildMember(site, { level: 1 });
  const { id, slug, title } = await buildPrompt(site, {
    tier_access: 1,
    prompt_body: 'Dear {{name}},\nin a {{tone:plain}} tone.\n',
  });
  await call(member, 'POST', `/prompts/${slug}/views`);
  await call(member, 'POST', `/prompts/${slug}/copies`, { values: { NAME: 'Ada' } });
  await call(member, 'POST', `/prompts/${slug}/views`);
  const before = await list(member);
  expect(before).toMatchObject({
    total: 2,
    next_cursor: null,
    // Two views on one day are one entry with the later time.
    items: [
      { action: 'viewed', slug, title, target_type: 'prompt', is_changed: false, can: { read: true } },
      { action: 'copied', slug, title, has_text: true, is_changed: false },
    ],
  });
  const [viewed, copied] = before.items;
  await rewrite(id, 'Hello {{name}},\nin a {{tone:loud}} tone.\n');
  expect((await list(member, '?action=copied')).items).toMatchObject([{ id: copied.id, is_changed: true }]);
  expect(await entry(member, copied.id)).toMatchObject({
    text: 'Dear Ada,\nin a plain tone.\n',
    difference: [
      { kind: 'removed', text: 'Dear {{name}},\nin a {{tone:plain}} tone.\n' },
      { kind: 'added', text: 'Hello {{name}},\nin a {{tone:loud}} tone.\n' },
    ],
  });
  expect((await entry(member, viewed.id)).text).toBe('Dear {{name}},\nin a {{tone:plain}} tone.\n');
  // Saving the same text again is not a change.
  await rewrite(id, 'Dear {{name}},\nin a {{tone:plain}} tone.\n');
  expect(await entry(member, copied.id)).toMatchObject({ is_changed: false, difference: [] });
  expect((await list(member, `?prompt=${slug}&limit=1`)).next_cursor).not.toBeNull();
  expect((await list(member, '?prompt=another')).total).toBe(0);

  const page = await list(member, '?limit=1');
  const rest = await list(member, `?limit=1&cursor=${page.next_cursor}`);
  expect([page.items[0].id, rest.items[0].id, rest.next_cursor]).toEqual([viewed.id, copied.id, null]);
  const { history } = (await call(member, 'GET', '/profile/export')).body;
  expect(history).toMatchObject([
    { action: 'copied', slug, version: 1, values: { name: 'Ada', tone: 'plain' } },
    {},
  ]);
});

test('when a plan ends, the texts and their changes are no longer shown', async () => {
  const member = await buildMember(site, { level: 1 });
  const { id, slug } = await buildPrompt(site, { tier_access: 1, prompt_body: 'secret-one' });
  await call(member, 'POST', `/prompts/${slug}/copies`);
  await rewrite(id, 'secret-two');
  const [{ id: copied }] = (await list(member)).items;
  await site.db.updateTable('profiles').set({ tier_id: null }).where('id', '=', member.id).execute();
  // A view of a locked prompt is recorded without a text, and never shows one.
  await call(member, 'POST', `/prompts/${slug}/views`);
  const { items } = await list(member);
  expect(items).toMatchObject([
    { action: 'viewed', has_text: false, can: { read: false } },
    { action: 'copied', has_text: true, is_changed: false, can: { read: false } },
  ]);
  for (const found of items) {
    const answer = await call(member, 'GET', `/history/${found.id}`);
    expect(answer.body).toMatchObject({ text: null, difference: [] });
    expect(answer.text).not.toContain('secret');
  }
  const somebody = await buildMember(site, { level: 1 });
  for (const method of ['GET', 'DELETE'])
    expect((await call(somebody, method, `/history/${copied}`)).status).toBe(404);
  await site.db.updateTable('prompts').set({ status: 'draft' }).where('id', '=', id).execute();
  expect((await list(member)).total).toBe(0);
});

test('an item reopened on the same day after the plan has ended keeps the text shown before', async () => {
  const member = await buildMember(site, { level: 1 });
  const { slug } = await buildPrompt(site, { tier_access: 1, prompt_body: 'shown before' });
  const playbook = await buildPlaybook(site, { tier_access: 1 });
  await buildStep(site, playbook, { prompts: [{ title: 'Ask', prompt_body: 'shown, too' }] });
  const paths = [`/prompts/${slug}/views`, `/playbooks/${playbook.slug}/views`];
  const setTier = (tier_id: string | null) =>
    site.db.updateTable('profiles').set({ tier_id }).where('id', '=', member.id).execute();
  const { tier_id } = await site.db
    .selectFrom('profiles')
    .select('tier_id')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  for (const path of paths) await call(member, 'POST', path);
  await setTier(null);
  for (const path of paths) await call(member, 'POST', path);
  await setTier(tier_id);
  const { items } = await list(member);
  expect(items).toHaveLength(2);
  expect((await entry(member, items[1].id)).text).toBe('shown before');
  expect((await entry(member, items[0].id)).text).toContain('shown, too');
});

test('if the values are too long to be stored, the text is shown without them', async () => {
  const member = await buildMember(site);
  const playbook = await buildPlaybook(site);
  await buildStep(site, playbook, { prompts: [{ title: 'Ask', prompt_body: 'From {{one}}' }] });
  for (const length of [90_000, 100_000])
    await call(member, 'POST', `/playbooks/${playbook.slug}/steps/0/prompts/0/copies`, {
      values: { one: 'a'.repeat(length) },
    });
  const { items } = await list(member);
  expect((await entry(member, items[1].id)).text).toHaveLength(90_005);
  expect((await entry(member, items[0].id)).text).toBe('From {{one}}');
});

test('if the values are in so many places that the text becomes too long, it is shown without them', async () => {
  const member = await buildMember(site);
  const playbook = await buildPlaybook(site);
  const prompt_body = '{{one}} '.repeat(1_000);
  await buildStep(site, playbook, { prompts: [{ title: 'Ask', prompt_body }] });
  for (const length of [1_999, 2_000])
    await call(member, 'POST', `/playbooks/${playbook.slug}/steps/0/prompts/0/copies`, {
      values: { one: 'a'.repeat(length) },
    });
  const { items } = await list(member);
  expect((await entry(member, items[1].id)).text).toHaveLength(limits.filledText);
  expect((await entry(member, items[0].id)).text).toBe(prompt_body);
});

test('if a plan counts reading, opening an old text counts today', async () => {
  const member = await buildMember(site, { level: 1 });
  const [one, two] = [await buildPrompt(site, { prompt_body: 'old' }), await buildPrompt(site)];
  await call(member, 'POST', `/prompts/${one.slug}/copies`);
  const [{ id }] = (await list(member)).items;
  await site.pool.query(
    'update tiers set reading_counts = true, daily_copy_limit = 2 where id = (select tier_id from profiles where id = $1)',
    [member.id],
  );
  expect((await entry(member, id)).text).toBe('old');
  await call(member, 'GET', `/prompts/${two.slug}`);
  await site.pool.query('delete from daily_reads where user_id = $1 and target_id = $2', [member.id, one.id]);
  const closed = await call(member, 'GET', `/history/${id}`);
  expect([closed.status, closed.text.includes('old')]).toEqual([429, false]);
});

test('opening an old text never counts if the playbook was bought, or if there is no text', async () => {
  const tier = await buildTier(site, { access_level: 1, daily_copy_limit: 1, reading_counts: true });
  const member = await buildMember(site, { tier });
  const bought = await buildPlaybook(site, { tier_access: 2 });
  await buildStep(site, bought, { prompts: [{ type: 'manual', title: 'Own', prompt_body: 'gold' }] });
  await site.db
    .insertInto('user_playbook_purchases')
    .values({ user_id: member.id, playbook_id: bought.id })
    .execute();
  const locked = await buildPrompt(site, { tier_access: 2 });
  for (const path of [`playbooks/${bought.slug}`, `prompts/${locked.slug}`])
    await call(member, 'POST', `/${path}/views`);
  await site.db.updateTable('prompts').set({ tier_access: 0 }).where('id', '=', locked.id).execute();
  const left = async () => (await call(member, 'GET', '/profile')).body.copies_left;
  const [withoutText, withText] = (await list(member)).items;
  expect((await entry(member, withText.id)).text).toContain('gold');
  expect((await entry(member, withoutText.id)).text).toBeNull();
  expect(await left()).toBe(1);
  await call(member, 'GET', `/prompts/${locked.slug}`);
  expect(await left()).toBe(0);
  expect((await entry(member, withText.id)).text).toContain('gold');
});

test('a copy from a run is shown as it was copied, with results and shared blanks', async () => {
  const member = await buildMember(site, { level: 1 });
  const library = await buildPrompt(site, {
    prompt_body: '```\n{{file}}\n```\n{{tone}}, {{step 1 result}}, {{open}}',
    blanks: JSON.stringify([{ name: 'file', scope: 'everywhere' }]),
  });
  const { slug, id } = await buildPlaybook(site, { tier_access: 1 });
  await buildStep(site, { id }, { prompts: [{ title: 'Ask', prompt_body: 'In a {{tone:plain}} tone' }] });
  await buildStep(site, { id }, { step_order: 1, prompts: [{ type: 'library', prompt_id: library.id }] });
  const copies = (step: number) => `/playbooks/${slug}/steps/${step}/prompts/0/copies`;
  const values = { FILE: 'a.txt', 'step 1 result': 'r'.repeat(30_000), unknown: 'x'.repeat(100_000) };
  const copied = await call(member, 'POST', copies(1), { values });
  expect(copied.status, copied.text).toBe(200);
  await call(member, 'POST', copies(0));
  const { items } = await list(member);
  expect((await entry(member, items[1].id)).text).toBe(
    `\`\`\`\na.txt\n\`\`\`\nplain, ${values['step 1 result']}, {{open}}`,
  );
  // Without values, it is the text as its author wrote it.
  expect((await entry(member, items[0].id)).text).toBe('In a {{tone:plain}} tone');
  const tooMuch = { values: { tone: 'x'.repeat(100_001) } };
  expect((await call(member, 'POST', copies(0), tooMuch)).status).toBe(422);
});

test('viewed, copied and run playbooks are in the history too, each text stored once', async () => {
  const member = await buildMember(site, { level: 1 });
  const library = await buildPrompt(site, { title: 'Shared part', prompt_body: 'From the library' });
  const playbook = await buildPlaybook(site, { tier_access: 1 });
  await buildStep(site, playbook, {
    title: 'Begin',
    description: 'Take your time.',
    prompts: [
      { type: 'manual', title: 'Ask', prompt_body: 'Ask {{who}}' },
      { type: 'library', prompt_id: library.id, title: 'old', prompt_body: 'old' },
    ],
  });
  const path = `/playbooks/${playbook.slug}`;
  await call(member, 'POST', `${path}/views`);
  await call(member, 'GET', `${path}/download?format=json`);
  await call(member, 'POST', `${path}/steps/0/prompts/1/copies`);
  const run = (await call(member, 'POST', `${path}/runs`)).body;
  const { items } = await list(member);
  expect(items).toMatchObject([
    { action: 'ran', run_id: run.id, place: null },
    { action: 'copied', place: { step: 0, prompt: 1 } },
    { action: 'copied', place: null },
    { action: 'viewed', is_changed: false },
  ]);
  const texts = async () =>
    (
      await site.pool.query('select count(*)::int as count from playbook_texts where playbook_id = $1', [
        playbook.id,
      ])
    ).rows[0].count;
  expect(await texts()).toBe(2);
  const kept = async () =>
    (await site.pool.query('select ctid, hash, kept_at from playbook_texts order by hash')).rows;
  const before = await kept();
  await call(member, 'POST', `${path}/views`);
  expect(await kept()).toEqual(before);
  await rewrite(library.id, 'Written anew');
  expect((await list(member)).items.map((found: { is_changed: boolean }) => found.is_changed)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(await entry(member, items[1].id)).toMatchObject({
    text: 'From the library',
    difference: [
      { kind: 'removed', text: 'From the library' },
      { kind: 'added', text: 'Written anew' },
    ],
  });
  expect((await entry(member, items[3].id)).text).toBe(
    '1. Begin\n\nTake your time.\n\nAsk\n\nAsk {{who}}\n\nShared part\n\nFrom the library',
  );

  // Entries are erased by their member or because of their age, together with texts that no other entry shows.
  expect((await call(member, 'DELETE', `/history/${items[3].id}`)).status).toBe(200);
  await site.pool.query(
    "update history_entries set at = at - interval '3 years' where action = 'ran' and user_id = $1",
    [member.id],
  );
  await site.pool.query("update playbook_texts set kept_at = kept_at - interval '2 days'");
  await site.services.retention();
  expect([(await list(member)).total, await texts()]).toEqual([2, 2]);
  const other = await buildMember(site);
  await call(other, 'POST', `${path}/views`);
  await call(member, 'DELETE', '/history');
  expect([(await list(member)).total, (await list(other)).total]).toEqual([0, 1]);
  expect((await call(member, 'GET', `/runs/${run.id}`)).status).toBe(200);
});

test('the history stays within its limits between two nightly cleanups', async () => {
  const tier = await buildTier(site, { access_level: 1, daily_copy_limit: unlimitedCopies });
  const [member, other] = [await buildMember(site, { tier }), await buildMember(site)];
  const { id, slug } = await buildPrompt(site);
  const playbook = await buildPlaybook(site);
  await buildStep(site, playbook, { prompts: [{ type: 'manual', title: 'Own', prompt_body: 'own' }] });
  await call(other, 'POST', `/prompts/${slug}/copies`);
  await site.pool.query(`update history_entries set at = now() - interval '1 year' where user_id = $1`, [
    other.id,
  ]);
  await site.pool.query(
    `insert into history_entries (user_id, action, prompt_id, version, at)
      select $1, 'copied', $2, 1, now() - number * interval '1 second' from generate_series(1, $3) number`,
    [member.id, id, limits.historyEntries + 500],
  );
  // The values exceed the limit, so the earliest are removed.
  await site.pool.query(
    `update history_entries set "values" = jsonb_build_object('x', (
        select string_agg(md5(number::text || id), '') from generate_series(1, 31000) number))
      where id in (select id from history_entries where user_id = $1 order by at desc limit 25)`,
    [member.id],
  );
  // Copies of both kinds and runs count together: the hundredth entry trims the history.
  const paths = [
    `/prompts/${slug}/copies`,
    `/playbooks/${playbook.slug}/steps/0/prompts/0/copies`,
    `/playbooks/${playbook.slug}/runs`,
  ];
  for (let count = 0; count < 100; count += 1)
    expect((await call(member, 'POST', paths[count % 3] ?? '', {})).status).toBeLessThan(300);
  const { rows } = await site.pool.query(
    `select count(*)::int as count, max(at) > now() - interval '1 hour' as has_latest from history_entries where user_id = $1`,
    [member.id],
  );
  expect(rows).toEqual([{ count: limits.historyEntries, has_latest: true }]);
  const { rows: filled } = await site.pool.query<{ bytes: number | null }>(
    `select pg_column_size("values") as bytes from history_entries where user_id = $1 order by at desc offset 100 limit 25`,
    [member.id],
  );
  const kept = filled.findIndex(({ bytes }) => bytes === null);
  expect(kept).toBeGreaterThan(15);
  expect(filled.slice(kept).every(({ bytes }) => bytes === null)).toBe(true);
  const sum = filled.reduce((bytes, row) => bytes + (row.bytes ?? 0), 0);
  expect(sum).toBeLessThanOrEqual(limits.historyValuesBytes);
  expect((await list(other)).total).toBe(1);
});
