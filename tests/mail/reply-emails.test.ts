import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { replyEmails } from '#constants';
import { forgetUntoldReplies } from '#library/comments/reply-emails.server.ts';
import * as m from '#library/comments/words/messages.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { decoded, oneClick } from './mailing-site.ts';
import { startSmtpListener } from './smtp-listener.ts';

type Member = Awaited<ReturnType<typeof buildMember>>;
type Comment = { id: string; parent_id: string | null; status: string };
let listener: Awaited<ReturnType<typeof startSmtpListener>>;
let site: TestSite;
/** Another process of the same site, and a site with rate limits but no email server. */
let second: TestSite;
let limited: TestSite;
let admin: Member;
let ann: Member;
let ben: Member;
beforeAll(async () => {
  listener = await startSmtpListener();
  const environment = { SMTP_URL: listener.url };
  site = await createTestSite({ environment });
  second = await createTestSite({ environment, database: site.database });
  limited = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
  [admin, ann, ben] = await Promise.all([buildAdmin(site), buildMember(site), buildMember(site)]);
});
afterAll(async () => {
  await limited.stop();
  await second.stop();
  await site.stop();
  await listener.stop();
});

const nameOf = ({ email }: Member) => email.split('@')[0] ?? '';
const as = (who: Member, method: string, path: string, body?: unknown, on = site) =>
  on.api(method, `/api/v1${path}`, { token: who.token, ...(body === undefined ? {} : { body }) });
/** Comments on an item, or replies to a comment. */
const comment = async (item: string, who: Member, body: string, to?: Comment, on = site) => {
  const answer = await as(who, 'POST', `/${item}/comments`, { body, parent_id: to?.id }, on);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as Comment;
};
const newPrompt = async (values: Parameters<typeof buildPrompt>[1] = {}, on = site) => {
  const { id, slug, title } = await buildPrompt(on, values);
  return { id, slug, title, item: `prompts/${slug}` };
};
/** Makes replies old enough to be announced. */
const settle = (on = site) =>
  sql`update comments set shown_at = shown_at - make_interval(mins => ${replyEmails.afterMinutes})`.execute(
    on.db,
  );
/** Waits until all queued emails have been delivered. */
const delivered = (on = site) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from jobs.job where name = 'mail' and state < 'completed'`.execute(
        on.db,
      );
      return rows.length;
    })
    .toBe(0);
async function tell() {
  await settle();
  await site.services.replyEmails();
  await delivered();
}
const emailsTo = ({ email }: Member) =>
  listener.taken.filter(({ recipients }) => recipients.includes(email)).map(({ raw }) => raw);
const subjectOf = (raw = '') => /^Subject: (.*(?:\r\n\s.*)*)/m.exec(raw)?.[1]?.replaceAll(/\r\n\s+/g, ' ');
describe('a reply', () => {
  test('is told to the author of the comment that it answers, with its text and a link to it, once', async () => {
    const [asker, helper] = [await buildMember(site), await buildMember(site)];
    const { item, slug } = await newPrompt({ title: 'Titles & <b>more</b>' });
    const top = await comment(item, asker, 'How?');
    const reply = await comment(item, helper, 'Like this:\n<img src=x onerror=alert(1)> & so on', top);
    await tell();
    await tell();
    const [raw = '', ...others] = emailsTo(asker);
    expect(others).toEqual([]);
    expect(emailsTo(helper)).toEqual([]);
    const text = decoded(raw);
    const address = `${site.url}/prompt/${slug}#comment-${reply.id}`;
    expect(text).toContain(`replied to your comment on “Titles & <b>more</b>”`);
    expect(text).toContain('> Like this:\n> <img src=x onerror=alert(1)> & so on');
    expect(text).toContain(`Read the reply:\n${address}`);
    expect(text).toContain(`href="${address}"`);
    const html = text.slice(text.indexOf('<!doctype html>'));
    expect(html).toContain('Like this:<br>&lt;img src=x onerror=alert(1)&gt; &amp; so on');
    expect(html).toContain('Titles &amp; &lt;b&gt;more&lt;/b&gt;');
    expect(html).not.toMatch(/<img src=x|<b>more/);
    expect(text).toContain(nameOf(helper));
    expect(text).not.toContain(helper.email);
  });

  test('tells of itself with a link and a header to unsubscribe from these emails alone', async () => {
    const asker = await buildMember(site);
    const { item } = await newPrompt();
    const top = await comment(item, asker, 'How?');
    await comment(item, ben, 'So', top);
    await tell();
    const [raw = ''] = emailsTo(asker);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const link = oneClick(raw);
    const other = new URL(link);
    other.searchParams.set('list', 'news');
    expect((await fetch(other, { method: 'POST' })).status).toBe(404);
    const person = { headers: { accept: 'text/html' } };
    expect(await (await fetch(link, person)).text()).toContain('about replies to your comments');
    expect((await as(asker, 'GET', '/profile')).body.email_replies).toBe(true);
    expect((await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
    const profile = (await as(asker, 'GET', '/profile')).body;
    expect(profile).toMatchObject({ email_replies: false, email_news: true, email_notifications: true });
    await comment(item, ben, 'And so', top);
    await tell();
    // Replies that were skipped then aren't announced later, when the member turns the emails on again.
    await as(asker, 'PATCH', '/profile', { email_replies: true });
    await tell();
    expect(emailsTo(asker)).toHaveLength(1);
    await comment(item, ben, 'And now', top);
    await tell();
    expect(emailsTo(asker)).toHaveLength(2);
  });

  test('is told only to the author that it answers, not to its own or to those further up', async () => {
    const [root, middle] = [await buildMember(site), await buildMember(site)];
    const { item } = await newPrompt();
    const top = await comment(item, root, 'top');
    await comment(item, root, 'my own', top);
    const answer = await comment(item, middle, 'middle', top);
    await comment(item, ben, 'leaf', answer);
    await tell();
    expect(emailsTo(root).map(subjectOf)).toEqual([expect.stringContaining(nameOf(middle))]);
    expect(emailsTo(middle).map(subjectOf)).toEqual([expect.stringContaining(nameOf(ben))]);
  });

  test('to one at the deepest level is told to whom it answers, though it stands beside that one', async () => {
    const people = [];
    for (let depth = 0; depth <= 4; depth += 1) people.push(await buildMember(site));
    const { item } = await newPrompt();
    let last: Comment | undefined;
    for (const person of people) last = await comment(item, person, 'x', last);
    await tell();
    const before = people.map((person) => emailsTo(person).length);
    expect(before).toEqual([1, 1, 1, 1, 0]);
    const beside = await comment(item, ben, 'deepest', last);
    expect(beside.parent_id).toBe(last?.parent_id);
    await tell();
    expect(people.map((person) => emailsTo(person).length)).toEqual([1, 1, 1, 1, 1]);
    // What has been answered there already isn't told, as elsewhere.
    const author = people.at(-1) as Member;
    const answered = await comment(item, ben, 'deepest again', last);
    const answers = emailsTo(ben).length;
    await comment(item, author, 'answer', answered);
    await tell();
    expect(emailsTo(ben)).toHaveLength(answers + 1);
    expect(emailsTo(author)).toHaveLength(1);
  });

  test('waits some minutes, and is told as it is then, or not at all if it is gone', async () => {
    const [changed, deleted] = [await buildMember(site), await buildMember(site)];
    const { item } = await newPrompt();
    const first = await comment(item, ben, 'Wrong', await comment(item, changed, 'How?'));
    const second = await comment(item, ben, 'Oops', await comment(item, deleted, 'Why?'));
    await site.services.replyEmails();
    await delivered();
    expect([emailsTo(changed), emailsTo(deleted)]).toEqual([[], []]);
    await as(ben, 'PATCH', `/comments/${first.id}`, { body: 'Right' });
    await as(ben, 'DELETE', `/comments/${second.id}`);
    await tell();
    expect(emailsTo(changed).map(decoded)).toEqual([expect.stringContaining('> Right')]);
    expect(emailsTo(deleted)).toEqual([]);
  });

  test('that is held is told after its approval, and one that is hidden once it is shown again', async () => {
    await as(admin, 'PUT', '/admin/comment-rules', { words: ['casino'], link_days: 0 });
    const [approved, hidden] = [await buildMember(site), await buildMember(site)];
    const { item } = await newPrompt();
    const held = await comment(item, ben, 'A casino', await comment(item, approved, 'How?'));
    const rude = await comment(item, ben, 'Rude', await comment(item, hidden, 'Why?'));
    expect(held.status).toBe('held');
    await as(admin, 'PATCH', `/comments/${rude.id}`, { status: 'hidden' });
    await tell();
    expect([emailsTo(approved), emailsTo(hidden)]).toEqual([[], []]);
    await as(admin, 'PATCH', `/comments/${held.id}`, { status: 'visible' });
    await site.services.replyEmails();
    await delivered();
    expect(emailsTo(approved)).toEqual([]);
    await tell();
    expect(emailsTo(approved)).toHaveLength(1);
    expect(emailsTo(hidden)).toEqual([]);
    // The team has changed its mind.
    await as(admin, 'PATCH', `/comments/${rude.id}`, { status: 'visible' });
    await tell();
    expect(emailsTo(hidden)).toHaveLength(1);
  });
});

describe('several replies', () => {
  test('are one email, in the language of its reader, which shows the first ones', async () => {
    const asker = await buildMember(site);
    await as(asker, 'PATCH', '/profile', { locale: 'de' });
    const [one, two] = [await newPrompt(), await newPrompt()];
    const first = await comment(one.item, asker, 'a');
    const second = await comment(two.item, asker, 'b');
    const long = `${'word '.repeat(200)}end`;
    const replies = [await comment(one.item, ann, long, first)];
    for (let number = 1; number < replyEmails.shown + 2; number += 1)
      replies.push(await comment(two.item, ben, `Reply number ${number}.`, second));
    await tell();
    const emails = emailsTo(asker).map(decoded);
    expect(emails).toHaveLength(1);
    const [text = ''] = emails;
    const german = inLanguage('de', () => [
      m.email_new_replies({ count: replies.length }),
      m.email_and_more_replies({ count: 2 }),
      m.email_replied({ author: nameOf(ann), title: one.title }),
    ]);
    for (const words of german) expect(text).toContain(words);
    expect(text).toContain('html lang="de"');
    for (const [place, { id }] of replies.entries())
      expect(text.includes(`#comment-${id}"`)).toBe(place < replyEmails.shown);
    expect(text).toContain(`${'word '.repeat(100).trim()}…`);
    expect(text).not.toContain('word end');
  });
});

describe('nobody is told', () => {
  /** Posts a reply that is due, and applies a change before it is announced. */
  async function unless(
    change: (parts: {
      asker: Member;
      writer: Member;
      prompt: Awaited<ReturnType<typeof newPrompt>>;
      top: Comment;
      reply: Comment;
    }) => unknown,
  ) {
    const [asker, writer] = [await buildMember(site), await buildMember(site)];
    const prompt = await newPrompt();
    const top = await comment(prompt.item, asker, 'How?');
    const reply = await comment(prompt.item, writer, 'So', top);
    await change({ asker, writer, prompt, top, reply });
    await tell();
    const waiting = await site.db
      .selectFrom('comments')
      .select('id')
      .where('id', '=', reply.id)
      .where('untold_parent_id', 'is not', null)
      .execute();
    return { emails: emailsTo(asker).length, waiting: waiting.length };
  }
  const run = (query: ReturnType<typeof sql>) => query.execute(site.db);

  test.each<[string, Parameters<typeof unless>[0]]>([
    [
      'who is suspended',
      ({ asker }) =>
        run(sql`update auth.users set banned_until = now() + interval '1 day' where id = ${asker.id}`),
    ],
    [
      'who has not confirmed the address',
      ({ asker }) => run(sql`update auth.users set email_confirmed_at = null where id = ${asker.id}`),
    ],
    [
      'whose address bounces',
      ({ asker }) => run(sql`update profiles set email_bounced_at = now() where id = ${asker.id}`),
    ],
    [
      'who only tries the site',
      ({ asker }) => run(sql`update auth.users set is_anonymous = true where id = ${asker.id}`),
    ],
    [
      'who has turned these emails off',
      ({ asker }) => as(asker, 'PATCH', '/profile', { email_replies: false }),
    ],
    [
      'whose account is deleted',
      ({ asker }) => as(asker, 'DELETE', '/profile', { password: asker.password }),
    ],
    ['whose comment is deleted', ({ asker, top }) => as(asker, 'DELETE', `/comments/${top.id}`)],
    ['whose comment is hidden', ({ top }) => as(admin, 'PATCH', `/comments/${top.id}`, { status: 'hidden' })],
    ['who has answered by then', ({ asker, prompt, reply }) => comment(prompt.item, asker, 'Thanks', reply)],
    [
      'of what a suspended member writes',
      ({ writer }) =>
        run(sql`update auth.users set banned_until = now() + interval '1 day' where id = ${writer.id}`),
    ],
    [
      'of replies on what is no longer published',
      ({ prompt }) => run(sql`update prompts set status = 'draft' where id = ${prompt.id}`),
    ],
    ['of replies on what is deleted', ({ prompt }) => as(admin, 'DELETE', `/admin/prompts/${prompt.id}`)],
  ])('%s', async (_who, change) => {
    // The reply isn't kept for later either.
    expect(await unless(change)).toEqual({ emails: 0, waiting: 0 });
  });

  test('who has still to agree to the terms', async () => {
    const { body: made } = await as(admin, 'POST', '/admin/pages', { kind: 'terms' });
    const { body: saved } = await as(admin, 'PATCH', `/admin/pages/${made.id}`, { body: 'Be kind.' });
    await as(admin, 'POST', `/admin/pages/${made.id}/publish`, { updated_at: saved.updated_at });
    const joinsLater = ({ asker }: { asker: Member }) =>
      run(sql`update auth.users set email_confirmed_at = now() where id = ${asker.id}`);
    expect(await unless(joinsLater)).toEqual({ emails: 0, waiting: 0 });
    await run(sql`delete from pages where id = ${made.id}`);
    expect(await unless(joinsLater)).toEqual({ emails: 1, waiting: 0 });
  });

  test('of replies from before a restore', async () => {
    expect(await unless(() => forgetUntoldReplies(writable(site.db, asOperator('comments'))))).toEqual({
      emails: 0,
      waiting: 0,
    });
  });
});

test('who bought a playbook is told of replies on it after it is no longer published, and others are not', async () => {
  const [buyer, other] = [await buildMember(site), await buildMember(site)];
  const { id, slug } = await buildPlaybook(site);
  const item = `playbooks/${slug}`;
  for (const asker of [buyer, other]) await comment(item, ben, 'So', await comment(item, asker, 'How?'));
  await sql`insert into user_playbook_purchases (user_id, playbook_id) values (${buyer.id}, ${id})`.execute(
    site.db,
  );
  await sql`update playbooks set status = 'draft' where id = ${id}`.execute(site.db);
  await tell();
  const [raw = ''] = emailsTo(buyer);
  expect(decoded(raw)).toContain(`${site.url}/playbook/${slug}#comment-`);
  expect(emailsTo(other)).toEqual([]);
});

test("the placeholder of a deleted reply doesn't keep whom it answered", async () => {
  const { item } = await newPrompt();
  const reply = await comment(item, ben, 'So', await comment(item, ann, 'How?'));
  await comment(item, admin, 'Indeed', reply);
  await as(ben, 'DELETE', `/comments/${reply.id}`);
  const { untold_parent_id, status } = await site.db
    .selectFrom('comments')
    .select(['untold_parent_id', 'status'])
    .where('id', '=', reply.id)
    .executeTakeFirstOrThrow();
  expect([status, untold_parent_id]).toEqual(['deleted', null]);
  await tell();
});

describe('several processes', () => {
  test('tell of each reply once', async () => {
    const askers = await Promise.all(Array.from({ length: 8 }, () => buildMember(site)));
    const { item } = await newPrompt();
    for (const asker of askers) await comment(item, ben, 'So', await comment(item, asker, 'How?'));
    await settle();
    await Promise.all([site, second, site, second].map((process) => process.services.replyEmails()));
    await delivered();
    expect(askers.map((asker) => emailsTo(asker).length)).toEqual(askers.map(() => 1));
  });

  test('lose nothing and send nothing twice when one dies before recording what it sent', async () => {
    const asker = await buildMember(site);
    const { item } = await newPrompt();
    await comment(item, ben, 'So', await comment(item, asker, 'How?'));
    await sql`create function die() returns trigger language plpgsql as $$ begin raise 'gone'; end $$`.execute(
      site.db,
    );
    await sql`create constraint trigger die after update of untold_parent_id on comments initially deferred
      for each row execute function die()`.execute(site.db);
    await settle();
    await expect(site.services.replyEmails()).rejects.toThrow('gone');
    await delivered();
    expect(emailsTo(asker)).toEqual([]);
    await sql`drop function die cascade`.execute(site.db);
    await tell();
    expect(emailsTo(asker)).toHaveLength(1);
  });
});

test('a member gets no more than one email in a quarter of an hour; in the outbox where there is no email server', async () => {
  const own = limited;
  const [asker, other] = [await buildMember(own), await buildMember(own)];
  const { item } = await newPrompt({}, own);
  const top = await comment(item, asker, 'How?', undefined, own);
  const pass = async () => {
    await settle(own);
    await own.services.replyEmails();
    await delivered(own);
    return (await own.emails()).map((raw) => subjectOf(raw));
  };
  await comment(item, other, 'One', top, own);
  const first = await pass();
  expect(first).toEqual([expect.stringContaining(nameOf(other))]);
  await comment(item, other, 'Two', top, own);
  await comment(item, other, 'Three', top, own);
  expect([await pass(), await pass()]).toEqual([first, first]);
  await sql`update rate_limits set expire = 0 where key like 'reply-email:%'`.execute(own.db);
  expect(await pass()).toEqual([...first, '2 new replies to your comments']);
});
