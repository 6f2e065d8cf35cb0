import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { MemberPage } from './members-admin.contract.ts';

let site: TestSite;
let token: string;
let prompt: Awaited<ReturnType<typeof buildPrompt>>;
let playbook: Awaited<ReturnType<typeof buildPlaybook>>;
beforeAll(async () => {
  site = await createTestSite();
  ({ token } = await buildAdmin(site));
  [prompt, playbook] = [await buildPrompt(site), await buildPlaybook(site)];
});
afterAll(() => site.stop());

const read = ({ id }: { id: string }) => site.api('GET', `/api/v1/admin/members/${id}`, { token });
const page = async (member: { id: string }): Promise<MemberPage> => (await read(member)).body;
const inYears = (years: number) =>
  new Date(Date.UTC(new Date().getUTCFullYear() + years, 0, 1)).toISOString();
const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString();
const copy = (member: { id: string }, minute: number, target = prompt.id) =>
  site.db
    .insertInto('user_activity')
    .values({
      user_id: member.id,
      action_type: 'copy_prompt',
      target_type: 'prompt',
      target_id: target,
      created_at: at(minute),
    })
    .execute();
const comment = async (member: { id: string }, minute: number) => {
  const made = await site.db
    .insertInto('comments')
    .values({
      target_type: 'playbook',
      target_id: playbook.id,
      body: 'Hm',
      author_id: member.id,
      created_at: at(minute),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
};

describe('the activity of a member', () => {
  test("is newest first, includes every kind, and nobody else's", async () => {
    const [member, other] = [await buildMember(site), await buildMember(site)];
    await copy(member, 1);
    await comment(member, 4);
    await sql`insert into user_playbook_purchases (user_id, playbook_id, created_at) values (${member.id}, ${playbook.id}, ${at(3)})`.execute(
      site.db,
    );
    await sql`insert into playbook_runs (user_id, playbook_id, name, created_at) values (${member.id}, ${playbook.id}, 'Mine', ${at(2)})`.execute(
      site.db,
    );
    await copy(other, 5);
    const { activity } = await page(member);
    expect(activity.recent).toEqual([
      { action: 'commented', kind: 'playbook', slug: playbook.slug, title: playbook.title, at: at(4) },
      { action: 'purchased', kind: 'playbook', slug: playbook.slug, title: playbook.title, at: at(3) },
      { action: 'ran', kind: 'playbook', slug: playbook.slug, title: playbook.title, at: at(2) },
      { action: 'copied', kind: 'prompt', slug: prompt.slug, title: prompt.title, at: at(1) },
    ]);
    expect(activity).toMatchObject({ copies: 1, comments: 1, runs: 1, votes: 0, favorites: 0, reports: 0 });
  });

  test('is counted in full, although only the latest is listed', async () => {
    const member = await buildMember(site);
    for (let minute = 0; minute < 35; minute += 1) await copy(member, minute);
    const { copies, recent } = (await page(member)).activity;
    expect([copies, recent.length, recent[0]?.at, recent.at(-1)?.at]).toEqual([35, 30, at(34), at(5)]);
  });

  test('still counts deleted items, which are no longer listed', async () => {
    const member = await buildMember(site);
    await copy(member, 1, crypto.randomUUID());
    expect((await page(member)).activity).toMatchObject({ copies: 1, recent: [] });
  });

  test('has the reports about their comments, not those that they made', async () => {
    const [author, reporter] = [await buildMember(site), await buildMember(site)];
    const comment_id = await comment(author, 1);
    await site.db
      .insertInto('comment_reports')
      .values({ comment_id, reporter_id: reporter.id, reason: 'spam' })
      .execute();
    expect((await page(author)).activity.reports).toBe(1);
    expect((await page(reporter)).activity.reports).toBe(0);
  });

  test('has votes and favorites', async () => {
    const member = await buildMember(site);
    for (const act of [
      `prompts/${prompt.slug}/vote`,
      `playbooks/${playbook.slug}/favorite`,
      `prompts/${prompt.slug}/favorite`,
    ])
      await site.api('PUT', `/api/v1/${act}`, { token: member.token });
    expect((await page(member)).activity).toMatchObject({ votes: 1, favorites: 2 });
  });
});

describe('the page of a member', () => {
  test('says on how many devices they are signed in, and when they were here last', async () => {
    const member = await buildMember(site);
    await site.authClient().signInWithPassword(member);
    await sql`update auth.users set last_sign_in_at = ${at(1)} where id = ${member.id}`.execute(site.db);
    await sql`update auth.sessions set refreshed_at = case when id = (select min(id::text)::uuid from auth.sessions where user_id = ${member.id})
      then ${at(9)}::timestamptz else ${at(5)}::timestamptz end where user_id = ${member.id}`.execute(
      site.db,
    );
    expect((await page(member)).sign_in).toMatchObject({ devices: 2, last_used_at: at(9) });
    await sql`update auth.users set last_sign_in_at = ${at(20)} where id = ${member.id}`.execute(site.db);
    expect((await page(member)).sign_in.last_used_at).toBe(at(20));
    await sql`delete from auth.sessions where user_id = ${member.id}`.execute(site.db);
    await sql`update auth.users set last_sign_in_at = null where id = ${member.id}`.execute(site.db);
    expect((await page(member)).sign_in).toMatchObject({ devices: 0, last_used_at: null });
    // With a key they use the site without a session.
    await sql`insert into history_entries (user_id, action, prompt_id, at) values (${member.id}, 'copied', ${prompt.id}, ${at(3)})`.execute(
      site.db,
    );
    expect((await page(member)).sign_in).toMatchObject({ devices: 0, last_used_at: at(3) });
  });

  test.each([
    ['a suspension that is over is none', '2026-01-01T00:00:00Z', null],
    ['one with an end says until when', inYears(40), { until: inYears(40), note: 'Spam' }],
    ['one that lasts until it is lifted has no day', '2999-01-01T00:00:00Z', { until: null, note: 'Spam' }],
  ])('%s', async (_name, until, suspension) => {
    const member = await buildMember(site);
    await sql`update auth.users set banned_until = ${until} where id = ${member.id}`.execute(site.db);
    await sql`update profiles set suspension_note = 'Spam' where id = ${member.id}`.execute(site.db);
    expect((await page(member)).suspension).toEqual(suspension);
  });

  test("doesn't exist for trial accounts and unknown ids", async () => {
    const member = await buildMember(site);
    await sql`update auth.users set is_anonymous = true where id = ${member.id}`.execute(site.db);
    expect((await read(member)).status).toBe(404);
    expect((await read({ id: crypto.randomUUID() })).status).toBe(404);
    expect((await read({ id: 'nobody' })).status).toBe(422);
  });

  test('says how they can sign in', async () => {
    const member = await buildMember(site);
    expect((await page(member)).sign_in).toMatchObject({
      has_password: true,
      has_second_factor: false,
      providers: [],
    });
    await sql`update auth.users set password_hash = null, email_confirmed_at = null where id = ${member.id}`.execute(
      site.db,
    );
    const { is_confirmed, sign_in } = await page(member);
    expect([is_confirmed, sign_in.has_password]).toEqual([false, false]);
  });
});
