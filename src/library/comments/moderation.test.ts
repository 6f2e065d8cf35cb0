import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPrompt, buildTeam, readAllPages } from '#tests/harness/build.ts';
import { buildKey } from '#tests/harness/build-key.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { Comment, CommentList } from './comments.contract.ts';
import type { ModeratedComment } from './moderation.contract.ts';

type Person = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
let admin: Person;
let support: Person;
let author: Person;
let reader: Person;
let slug: string;
beforeAll(async () => {
  site = await createTestSite();
  [admin, support, author, reader] = await Promise.all([
    buildAdmin(site),
    buildTeam(site, 'support'),
    buildMember(site),
    buildMember(site),
  ]);
  await as(admin, 'PUT', '/admin/comment-rules', { words: ['casino'], link_days: 3 });
});
afterAll(() => site.stop());
beforeEach(async () => {
  ({ slug } = await buildPrompt(site));
});

const as = (who: Person, method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1${path}`, { token: who.token, ...(body === undefined ? {} : { body }) });
const comment = async (who: Person, body: string, parent_id?: string) =>
  (await as(who, 'POST', `/prompts/${slug}/comments`, { body, parent_id })).body as Comment;
const list = async (who: Person) => (await as(who, 'GET', `/prompts/${slug}/comments`)).body as CommentList;
const bodies = async (who: Person) => (await list(who)).items.map(({ body }) => body);
const edit = (who: Person, id: string, body: string) => as(who, 'PATCH', `/comments/${id}`, { body });
const queue = async (show = 'waiting', who = support) =>
  (await as(who, 'GET', `/admin/comments?limit=100&show=${show}`)).body.items as ModeratedComment[];
const found = async (id: string, show?: string) => (await queue(show)).find((item) => item.id === id);
async function decide(id: string, decision: 'approve' | 'remove', who = support) {
  const { updated_at } = (await found(id)) ?? (await found(id, 'decided')) ?? {};
  return as(who, 'PATCH', `/admin/comments/${id}`, { decision, updated_at });
}
/** Undoes the decision in `answer`. */
const undo = (answer: { body: ModeratedComment }, who = support) => {
  const { id, decided_at } = answer.body;
  return as(who, 'POST', `/admin/comments/${id}/undo`, { decided_at });
};
const report = (who: Person, id: string, note = '') =>
  as(who, 'PUT', `/comments/${id}/report`, { reason: 'spam', note });
const makeOld = (who: Person) =>
  sql`update profiles set created_at = now() - interval '30 days' where id = ${who.id}`.execute(site.db);

describe('comments that wait', () => {
  test('come back with their text to a key that only writes, like all that its member has written', async () => {
    const writer = { ...author, token: await buildKey(site, author, ['engagement:write']) };
    const name = author.email.split('@')[0];
    const held = await comment(writer, 'A casino, by a program');
    expect(held).toMatchObject({ status: 'held', body: 'A casino, by a program', author: name });
    const { body: changed } = await edit(writer, held.id, 'A theater');
    expect(changed).toMatchObject({ status: 'visible', body: 'A theater', author: name });
    const hidden = await as(admin, 'PATCH', `/comments/${held.id}`, { status: 'hidden' });
    expect(hidden.status).toBe(200);
    expect((await edit(writer, held.id, 'A theater')).text).not.toContain('theater');
  });

  test("held for a word are visible to their author and the team only, and aren't counted", async () => {
    const held = await comment(author, 'The best CASINO in town');
    expect(held).toMatchObject({ status: 'held', can: { edit: true, reply: false } });
    expect(await bodies(author)).toEqual(['The best CASINO in town']);
    expect((await list(author)).total).toBe(0);
    expect(await bodies(support)).toEqual(['The best CASINO in town']);
    expect((await list(reader)).items).toEqual([]);
    expect((await list(reader)).total).toBe(0);
    // Other members can't do anything with it.
    expect((await edit(reader, held.id, 'x')).status).toBe(404);
    expect((await report(reader, held.id)).status).toBe(404);
    const reply = await as(reader, 'POST', `/prompts/${slug}/comments`, { body: 'x', parent_id: held.id });
    expect(reply.status).toBe(404);
    expect(await found(held.id)).toMatchObject({ held_for: 'word', author: { email: author.email } });
  });

  test('are sent to webhooks once, when they are approved', async () => {
    await site.db
      .insertInto('webhook_endpoints')
      .values({ url: 'https://receiver.invalid/', events: ['comment.created'], secret: Buffer.from('x') })
      .execute();
    const told = async (id: string) =>
      (await site.db.selectFrom('webhook_events').select('id').where('subject', '=', id).execute()).length;
    const shown = await comment(author, 'Hello');
    const held = await comment(author, 'casino');
    expect([await told(shown.id), await told(held.id)]).toEqual([1, 0]);
    await decide(held.id, 'approve');
    expect(await told(held.id)).toBe(1);
    await edit(author, held.id, 'casino again');
    await decide(held.id, 'approve');
    expect(await told(held.id)).toBe(1);
    await site.db.deleteFrom('webhook_endpoints').execute();
  });

  test('with a link are held while the account is new, unless it leads to this site', async () => {
    expect((await comment(author, 'see https://elsewhere.example/x')).status).toBe('held');
    expect((await comment(author, `see ${site.url}/prompts`)).status).toBe('visible');
    const old = await buildMember(site);
    await makeOld(old);
    expect((await comment(old, 'see https://elsewhere.example/x')).status).toBe('visible');
    expect((await comment(old, 'a casino')).status).toBe('held');
    // The team's comments are never held.
    expect((await comment(support, 'casino https://elsewhere.example')).status).toBe('visible');
    await as(admin, 'PUT', '/admin/comment-rules', { words: ['casino'], link_days: 0 });
    expect((await comment(author, 'see https://elsewhere.example/x')).status).toBe('visible');
    await as(admin, 'PUT', '/admin/comment-rules', { words: ['casino'], link_days: 3 });
  });

  test('are held or released when an edit adds or removes the reason', async () => {
    const { id } = await comment(author, 'Fine');
    const answer = await comment(reader, 'I agree', id);
    expect((await edit(author, id, 'A casino')).body.status).toBe('held');
    const seen = await list(reader);
    expect(seen.items).toMatchObject([
      { id, body: null, author: null, status: 'hidden' },
      { id: answer.id, body: 'I agree' },
    ]);
    expect(JSON.stringify(seen)).not.toContain('casino');
    expect((await edit(author, id, 'Fine again')).body.status).toBe('visible');
    expect(await bodies(reader)).toEqual(['Fine again', 'I agree']);
  });

  test('can only be approved with the text that was reviewed, and the approval can be undone', async () => {
    const { id } = await comment(author, 'A casino');
    const { updated_at } = (await found(id)) ?? {};
    await edit(author, id, 'A worse casino');
    const stale = await as(support, 'PATCH', `/admin/comments/${id}`, { decision: 'approve', updated_at });
    expect(stale.status).toBe(409);
    const approved = await decide(id, 'approve');
    expect(approved.body.status).toBe('visible');
    expect(await bodies(reader)).toEqual(['A worse casino']);
    expect((await undo(approved, admin)).status).toBe(409);
    expect((await undo(approved)).body.status).toBe('held');
    expect(await bodies(reader)).toEqual([]);
    expect((await undo(approved)).status).toBe(409);
    expect((await decide(id, 'remove')).body.status).toBe('hidden');
    expect(await bodies(author)).toEqual([]);
    expect(await found(id)).toBeUndefined();
    expect(await found(id, 'decided')).toMatchObject({ status: 'hidden' });
  });

  test('stay held when a decision about an earlier or later text is undone', async () => {
    const { id } = await comment(author, 'Fine');
    await report(reader, id);
    const kept = await decide(id, 'approve');
    await edit(author, id, 'A casino');
    expect((await undo(kept)).status).toBe(409);
    expect((await found(id))?.status).toBe('held');
    const approved = await decide(id, 'approve');
    await decide(id, 'remove');
    expect((await undo(approved)).status).toBe(409);
    expect(await bodies(reader)).toEqual([]);
  });

  test('held for a link stay held while they have it, even once the account is old enough', async () => {
    const writer = await buildMember(site);
    const { id } = await comment(writer, 'see https://elsewhere.example/x');
    await makeOld(writer);
    expect((await edit(writer, id, 'see https://elsewhere.example/x')).body.status).toBe('held');
    expect((await edit(writer, id, 'see nothing')).body.status).toBe('visible');
    expect((await edit(writer, id, 'see https://elsewhere.example/x')).body.status).toBe('visible');
  });
});

test('waiting comments are listed oldest first and decisions latest first, page by page', async () => {
  const ids: string[] = [];
  for (const word of ['one', 'two', 'three']) ids.push((await comment(author, `A casino ${word}`)).id);
  const listed = async (show: string) => {
    const path = `/api/v1/admin/comments?limit=1&show=${show}`;
    const { items } = await readAllPages<ModeratedComment>(site, path, support);
    return items.map(({ id }) => id).filter((id) => ids.includes(id));
  };
  expect(await listed('waiting')).toEqual(ids);
  for (const id of ids) await decide(id, 'remove');
  expect(await listed('decided')).toEqual(ids.toReversed());
});

test("a comment that its author has deleted can't be approved or hidden", async () => {
  const { id } = await comment(author, 'Decided');
  await report(reader, id);
  await decide(id, 'approve');
  await comment(reader, 'An answer', id);
  const { updated_at } = (await found(id, 'decided')) ?? {};
  expect((await as(author, 'DELETE', `/comments/${id}`)).status).toBe(200);
  expect(await found(id, 'decided')).toBeUndefined();
  const decision = { decision: 'remove', updated_at };
  expect((await as(support, 'PATCH', `/admin/comments/${id}`, decision)).status).toBe(404);
});

describe('reports', () => {
  test('are made once by each member, not of one\u2019s own, and only the team sees by whom', async () => {
    const { id } = await comment(author, 'Rude words');
    expect((await list(reader)).items[0]).toMatchObject({ is_reported: false, can: { report: true } });
    expect((await list(author)).items[0]?.can.report).toBe(false);
    expect((await report(author, id)).status).toBe(403);
    expect((await report(reader, id, 'They insult me')).status).toBe(200);
    expect((await report(reader, id, 'Twice')).status).toBe(200);
    expect((await list(reader)).items[0]).toMatchObject({ is_reported: true, can: { report: false } });
    expect((await list(author)).items[0]).toMatchObject({ is_reported: false, status: 'visible' });
    expect(await found(id)).toMatchObject({
      reports: [{ reason: 'spam', note: 'They insult me', reporter: reader.email }],
    });
    expect((await as(reader, 'PUT', `/comments/${id}/report`, { reason: 'dull', note: '' })).status).toBe(
      422,
    );
    expect((await report(reader, id, 'x'.repeat(501))).status).toBe(422);
  });

  test('are settled by a decision, and reopened when it is undone', async () => {
    const { id } = await comment(author, 'Reported');
    await report(reader, id);
    await report(admin, id);
    expect((await found(id))?.reports).toHaveLength(2);
    const kept = await decide(id, 'approve');
    expect(await found(id)).toBeUndefined();
    await undo(kept);
    expect((await found(id))?.reports).toHaveLength(2);
    // Hiding the comment on the page itself resolves its reports too.
    await as(support, 'PATCH', `/comments/${id}`, { status: 'hidden' });
    expect(await found(id)).toBeUndefined();
    expect(await bodies(reader)).toEqual([]);
  });

  test('are reopened and the comment shown by an undo, even if the decision was sent twice', async () => {
    const { id } = await comment(author, 'Reported twice');
    await report(reader, id);
    const first = await decide(id, 'remove');
    const again = await decide(id, 'remove');
    // By a colleague who still has the comment in the queue, too.
    const third = await decide(id, 'remove', admin);
    for (const { status, body } of [again, third])
      expect([status, body.decided_at]).toEqual([200, first.body.decided_at]);
    await as(support, 'PATCH', `/comments/${id}`, { status: 'hidden' });
    expect((await undo(third, admin)).status).toBe(409);
    expect((await undo(again)).body.status).toBe('visible');
    expect((await found(id))?.reports).toHaveLength(1);
    // A report that came since makes it another decision.
    await decide(id, 'approve');
    await report(admin, id);
    await undo(await decide(id, 'approve', admin), admin);
    expect(await found(id)).toMatchObject({ status: 'visible', report_count: 1 });
  });

  test('can be made again if the text was changed after a decision', async () => {
    const { id } = await comment(author, 'Rude');
    await report(reader, id, 'First');
    await report(admin, id, 'Mine');
    await edit(author, id, 'Ruder');
    expect(await found(id)).toMatchObject({ is_edited_since: true });
    await decide(id, 'approve');
    // A text that was decided about can't be reported again.
    expect((await list(reader)).items[0]).toMatchObject({ is_reported: true, can: { report: false } });
    await report(reader, id, 'Nothing new');
    expect(await found(id)).toBeUndefined();
    await edit(author, id, 'Rudest');
    expect((await list(reader)).items[0]).toMatchObject({ is_reported: false, can: { report: true } });
    await report(reader, id, 'Second');
    expect(await found(id)).toMatchObject({ is_edited_since: false, reports: [{ note: 'Second' }] });
    // An undo reopens those that the decision has settled, and none from before.
    await undo(await decide(id, 'remove'));
    expect((await found(id))?.reports.map(({ note }) => note)).toEqual(['Second']);
  });

  test("about a moderator's comment are handled by the other moderators", async () => {
    const { id } = await comment(support, 'My own words');
    await report(reader, id);
    expect(await found(id)).toBeUndefined();
    expect((await queue('waiting', admin)).map((item) => item.id)).toContain(id);
    const { updated_at } = (await queue('waiting', admin)).find((item) => item.id === id) ?? {};
    const own = await as(support, 'PATCH', `/admin/comments/${id}`, { decision: 'approve', updated_at });
    expect(own.status).toBe(403);
    expect((await as(support, 'PATCH', `/comments/${id}`, { status: 'hidden' })).status).toBe(403);
    expect((await as(admin, 'PATCH', `/comments/${id}`, { status: 'hidden' })).status).toBe(200);
  });

  test('are listed up to fifty, with the total', async () => {
    const { id } = await comment(author, 'Reported by many');
    await sql`with people as (
        insert into auth.users (email) select 'many-' || number || '@example.com' from generate_series(1, 51) number returning id, email),
      known as (insert into profiles (id, email) select id, email from people returning id)
      insert into comment_reports (comment_id, reporter_id, reason) select ${id}, id, 'spam' from known`.execute(
      site.db,
    );
    const { reports, report_count } = (await found(id)) ?? {};
    expect([reports?.length, report_count]).toEqual([50, 51]);
  });
});

test('the team gets an email about waiting comments at most once a day', async () => {
  await sql`delete from site_settings where setting_key = 'comments_told_at'`.execute(site.db);
  await comment(author, 'casino for the email');
  const suspended = await buildTeam(site, 'support');
  await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${suspended.id}`.execute(
    site.db,
  );
  const silent = await buildTeam(site, 'support');
  await sql`update profiles set email_notifications = false where id = ${silent.id}`.execute(site.db);
  const texts = async () =>
    (await site.emails()).filter((email) => /Subject: .* waiting for review/.test(email));
  await site.services.moderationEmail();
  await site.services.moderationEmail();
  await expect.poll(async () => (await texts()).length).toBe(3);
  const to = (await texts()).map((email) => /^To: (.*)$/m.exec(email)?.[1]?.trim()).sort();
  expect(to).toEqual(['admin@example.com', admin.email, support.email].sort());
  expect((await texts()).join()).not.toContain('casino');
  const told = sql`setting_key = 'comments_told_at'`;
  await sql`update site_settings set updated_at = now() - interval '23 hours' where ${told}`.execute(site.db);
  await comment(author, 'casino on the same day');
  await site.services.moderationEmail();
  const { rows } = await sql`select from site_settings
    where ${told} and updated_at < now() - interval '22 hours'`.execute(site.db);
  expect(rows).toHaveLength(1);
  // There is nothing new.
  await sql`update site_settings set updated_at = now() - interval '2 days' where setting_key = 'comments_told_at'`.execute(
    site.db,
  );
  await sql`update comments set updated_at = now() - interval '3 days'`.execute(site.db);
  await sql`update comment_reports set created_at = now() - interval '3 days'`.execute(site.db);
  await site.services.moderationEmail();
  await comment(author, 'casino once more');
  await site.services.moderationEmail();
  await expect.poll(async () => (await texts()).length).toBe(6);
  // The clock was ahead when the last notice was recorded.
  await sql`update site_settings set updated_at = now() + interval '2 days' where setting_key = 'comments_told_at'`.execute(
    site.db,
  );
  await comment(author, 'casino after that');
  await site.services.moderationEmail();
  await expect.poll(async () => (await texts()).length).toBe(9);
});

test('support can read the rules, and only admins can change them', async () => {
  const path = '/admin/comment-rules';
  const { body } = await as(support, 'GET', path);
  expect(body).toEqual({ words: ['casino'], link_days: 3 });
  expect((await as(support, 'PUT', path, body)).status).toBe(403);
  const put = (change: object) => as(admin, 'PUT', path, { ...body, ...change });
  expect((await put({ link_days: 366 })).status).toBe(422);
  expect((await put({ words: ['x'.repeat(81)] })).status).toBe(422);
  expect((await put({ words: [' two  words ', 'two words', 'casino'] })).body.words).toEqual([
    'two words',
    'casino',
  ]);
  await put({});
  // Fields that aren't sent keep the value another admin saved.
  expect((await as(admin, 'PUT', path, { link_days: 4 })).body).toEqual({ words: ['casino'], link_days: 4 });
  expect((await as(admin, 'PUT', path, {})).body).toEqual({ words: ['casino'], link_days: 4 });
  await put({});
});
