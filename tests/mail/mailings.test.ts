// Needs the built pages.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { mailingRules } from '#constants';
import * as m from '#owner/mailings/words/messages.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { buildMember, buildPlaybook, buildPrompt } from '../harness/build.ts';
import { decoded, oneClick, withMailings } from './mailing-site.ts';

const mail = withMailings();
const { ask, set, get, buildAudience, draft, send, finished, takenOf } = mail;

describe('a message', () => {
  test('reaches each member of its segment once, with a link and a header to unsubscribe from news alone', async () => {
    const { members, segment } = await buildAudience(3);
    const body =
      '# Hello\n\n**Look** at [this](/browse)\n\n<script>alert(1)</script><img src=x onerror=alert(1)>\n\n- one\n- two';
    const mailing = await draft(segment, { body });
    expect((await send(mailing)).progress.total).toBe(3);
    await finished(mailing.id);
    expect((await get(mailing.id)).progress).toMatchObject({ total: 3, sent: 3, waiting: 0, repeated: 0 });
    for (const member of members) expect(takenOf(member.email)).toHaveLength(1);
    const [member, other] = members as [(typeof members)[0], (typeof members)[0]];
    const [taken] = takenOf(member.email);
    const raw = taken?.raw ?? '';
    expect(taken?.from).toMatch(/^bounces\+[0-9a-z]{38}@example\.com$/);
    expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@localhost>/im);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(raw).toContain('From: Library <books@example.com>');
    const text = decoded(raw);
    expect(text).toContain(`this (${mail.site.url}/browse)`);
    expect(text).toContain(`href="${mail.site.url}/browse"`);
    expect(text).toContain('prefers-color-scheme:dark');
    expect(text).not.toMatch(/<script|onerror/);

    const link = oneClick(raw);
    expect(text).toContain(`: ${link}\n`);
    expect(text).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    expect((await fetch(link)).status).toBe(200);
    const profile = async ({ token: own }: typeof member) =>
      (await mail.site.api('GET', '/api/v1/profile', { token: own })).body;
    expect((await profile(member)).email_news).toBe(true);
    const forged = new URL(link);
    forged.searchParams.set('member', other.id);
    expect((await fetch(forged, { method: 'POST' })).status).toBe(404);
    const digest = new URL(link);
    digest.searchParams.set('list', 'digest');
    expect((await fetch(digest, { method: 'POST' })).status).toBe(404);
    const clicked = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect(clicked.status).toBe(200);
    expect(await profile(member)).toMatchObject({ email_news: false, email_notifications: true });
    expect((await profile(other)).email_news).toBe(true);
    await mail.site.api('PATCH', '/api/v1/profile', { token: member.token, body: { email_news: true } });
    expect((await profile(member)).email_news).toBe(true);
  });

  test('is previewed and tested as it is sent, in the language of its reader', async () => {
    const { members, segment } = await buildAudience(1);
    const [member] = members;
    await sql`update profiles set locale = 'de' where id = ${member?.id}`.execute(mail.site.db);
    const content = { subject: 'Brief', body: '## Hallo' };
    const mailing = await draft(segment, content);
    const preview = await ask('POST', '/preview', content);
    expect(preview.body).toMatchObject({ subject: 'Brief', from: 'Library <books@example.com>' });
    const { updated_at } = mailing;
    expect((await ask('POST', `/${mailing.id}/test`, { updated_at })).body).toEqual({
      to: mail.adminEmail,
      is_in_outbox: false,
    });
    const [tested] = takenOf(mail.adminEmail, '[Test] Brief');
    const html = preview.body.html.slice(preview.body.html.indexOf('<body'));
    expect(decoded(tested?.raw ?? '')).toContain(html.slice(0, 400));
    await send(mailing);
    await finished(mailing.id);
    expect(decoded(takenOf(member?.email ?? '', 'Brief')[0]?.raw ?? '')).toContain('html lang="de"');
  });

  test('leaves out members who are suspended, unconfirmed, only trying, unsubscribed or unreachable', async () => {
    const { members, segment } = await buildAudience(6);
    const [banned, unconfirmed, unsubscribed, dead, trying, fine] = members.map(({ id }) => id);
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${banned}`.execute(
      mail.site.db,
    );
    await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed}`.execute(
      mail.site.db,
    );
    await sql`update profiles set email_news = false where id = ${unsubscribed}`.execute(mail.site.db);
    await sql`update profiles set email_bounced_at = now() where id = ${dead}`.execute(mail.site.db);
    await sql`update auth.users set is_anonymous = true where id = ${trying}`.execute(mail.site.db);
    // A suspension that has ended.
    await sql`update auth.users set banned_until = now() - interval '1 day' where id = ${fine}`.execute(
      mail.site.db,
    );
    expect((await ask('POST', '/audience', { segment })).body).toEqual({
      recipients: 1,
      is_for_outbox: false,
      left_out: { unsubscribed: 1, bounced: 1, unconfirmed: 1, banned: 1, trial: 1 },
    });
    const mailing = await draft(segment);
    await send(mailing);
    await finished(mailing.id);
    expect(members.filter(({ email }) => takenOf(email).length > 0).map(({ id }) => id)).toEqual([fine]);
    await sql`update profiles set email_bounced_at = null where id = ${dead}`.execute(mail.site.db);
  });

  test('goes to the plan, the time last seen and the favorites that were chosen', async () => {
    const { members, segment, tier } = await buildAudience(3);
    const [one, two, three] = members as [(typeof members)[0], (typeof members)[0], (typeof members)[0]];
    const prompt = await buildPrompt(mail.site, { category: 'Gardening, Home' });
    const playbook = await buildPlaybook(mail.site, { category: 'Cooking' });
    await mail.site.api('PUT', `/api/v1/prompts/${prompt.slug}/favorite`, { token: one.token });
    await mail.site.api('PUT', `/api/v1/playbooks/${playbook.slug}/favorite`, { token: two.token });
    await sql`update auth.users set last_sign_in_at = now() - interval '100 days' where id = ${three.id}`.execute(
      mail.site.db,
    );
    await sql`update auth.sessions set refreshed_at = now() - interval '99 days' where user_id = ${three.id}`.execute(
      mail.site.db,
    );
    const count = async (change: object) =>
      (await ask('POST', '/audience', { segment: { ...segment, ...change } })).body.recipients;
    expect(await count({})).toBe(3);
    expect(await count({ category: 'Home' })).toBe(1);
    expect(await count({ category: 'Cooking' })).toBe(1);
    expect(await count({ category: 'Nothing' })).toBe(0);
    expect(await count({ seen: { is_within: true, days: 30 } })).toBe(2);
    expect(await count({ seen: { is_within: false, days: 90 } })).toBe(1);
    expect(await count({ seen: { is_within: false, days: 120 } })).toBe(0);
    expect(await count({ seen: { is_within: true, days: 30 }, category: 'Cooking' })).toBe(1);
    // A used session counts like a sign-in, and members who were never here count as away.
    await sql`update auth.users set last_sign_in_at = now() - interval '100 days' where id = ${one.id}`.execute(
      mail.site.db,
    );
    expect(await count({ seen: { is_within: true, days: 30 } })).toBe(2);
    await sql`update auth.users set last_sign_in_at = null where id = ${three.id}`.execute(mail.site.db);
    await sql`delete from auth.sessions where user_id = ${three.id}`.execute(mail.site.db);
    expect(await count({ seen: { is_within: false, days: 120 } })).toBe(1);
    // So does what is opened without a session, by a program.
    await sql`insert into history_entries (user_id, action, prompt_id) values (${three.id}, 'viewed', ${prompt.id})`.execute(
      mail.site.db,
    );
    expect(await count({ seen: { is_within: true, days: 30 } })).toBe(3);
    // Favorites that are no longer published don't count as interest.
    const drafted = await buildPrompt(mail.site, { category: 'Attic' });
    await mail.site.api('PUT', `/api/v1/prompts/${drafted.slug}/favorite`, { token: one.token });
    expect(await count({ category: 'Attic' })).toBe(1);
    await sql`update prompts set status = 'draft' where id = ${drafted.id}`.execute(mail.site.db);
    expect(await count({ category: 'Attic' })).toBe(0);
    await sql`update profiles set tier_id = null where id = ${one.id}`.execute(mail.site.db);
    expect(await count({})).toBe(2);
    expect(await count({ plans: [tier.id, 'none'], category: 'Gardening' })).toBe(1);
  });

  test('goes to the members of its start, whoever joins, leaves or unsubscribes meanwhile', async () => {
    await set({ mail_per_minute: 1 });
    const { members, segment, tier } = await buildAudience(4);
    const mailing = await draft(segment);
    await send(mailing);
    await expect.poll(async () => (await get(mailing.id)).progress.sent).toBe(1);
    const waiting = members.filter(({ email }) => takenOf(email).length === 0);
    const [leaves, unsubscribes, deletes] = waiting as [
      (typeof members)[0],
      (typeof members)[0],
      (typeof members)[0],
    ];
    const joins = await buildMember(mail.site, { tier });
    await sql`update profiles set tier_id = null where id = ${leaves.id}`.execute(mail.site.db);
    await sql`update profiles set email_news = false where id = ${unsubscribes.id}`.execute(mail.site.db);
    await sql`delete from auth.users where id = ${deletes.id}`.execute(mail.site.db);
    const stopped = await ask('POST', `/${mailing.id}/stop`);
    expect(stopped.body).toMatchObject({ status: 'stopped', progress: { sent: 1, waiting: 3 } });
    await set({ mail_per_minute: 6_000 });
    expect((await ask('POST', `/${mailing.id}/resume`)).body.status).toBe('sending');
    await finished(mailing.id);
    expect(takenOf(leaves.email)).toHaveLength(1);
    for (const { email } of [joins, unsubscribes, deletes]) expect(takenOf(email)).toEqual([]);
    const { body } = await ask('GET', `/${mailing.id}/recipients`);
    expect(
      body.items.map(({ email, reason }: { email: string; reason: string }) => [email, reason]).sort(),
    ).toEqual(
      [
        [unsubscribes.email, 'unsubscribed'],
        [null, 'deleted'],
      ].sort(),
    );
  });

  test('waits for its time, and can be taken back until then', async () => {
    const { members, segment } = await buildAudience(1);
    const mailing = await draft(segment);
    const past = await ask('POST', `/${mailing.id}/send`, {
      send_at: '2020-01-01T00:00:00Z',
      updated_at: mailing.updated_at,
    });
    expect([past.status, past.body.error]).toEqual([422, 'send_at: Choose a time in the future']);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await send(mailing, later)).toMatchObject({ status: 'scheduled', send_at: later });
    expect((await ask('PATCH', `/${mailing.id}`, { subject: 'x' })).status).toBe(409);
    expect((await ask('DELETE', `/${mailing.id}`)).status).toBe(409);
    const back = await ask('POST', `/${mailing.id}/stop`);
    expect(back.body).toMatchObject({ status: 'draft', send_at: null });
    await send(back.body, later);
    await mail.site.services.mailingsDue();
    expect((await get(mailing.id)).status).toBe('scheduled');
    await sql`update mailings set send_at = now() where id = ${mailing.id}`.execute(mail.site.db);
    await Promise.all([mail.site.services.mailingsDue(), mail.site.services.mailingsDue()]);
    await finished(mailing.id);
    expect(takenOf(members[0]?.email ?? '')).toHaveLength(1);
  });

  test('is not sent twice, empty, unseen or by a second click', async () => {
    const { members, segment } = await buildAudience(2);
    const empty = await draft(segment, { subject: '' });
    const nothing = await ask('POST', `/${empty.id}/send`, { send_at: null, updated_at: empty.updated_at });
    expect([nothing.status, nothing.body.error]).toEqual([422, 'subject: Enter a subject']);
    const mailing = await draft(segment);
    const changed = await ask('PATCH', `/${mailing.id}`, { body: 'Other', updated_at: mailing.updated_at });
    const body = { send_at: null, updated_at: mailing.updated_at };
    expect((await ask('POST', `/${mailing.id}/send`, body)).status).toBe(409);
    const now = { ...body, updated_at: changed.body.updated_at };
    const clicks = await Promise.all([1, 2, 3].map(() => ask('POST', `/${mailing.id}/send`, now)));
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await finished(mailing.id);
    for (const { email } of members) expect(takenOf(email)).toHaveLength(1);
    expect((await ask('POST', `/${mailing.id}/resume`)).status).toBe(409);
    expect((await ask('DELETE', `/${mailing.id}`)).status).toBe(204);
    expect((await ask('GET', `/${mailing.id}`)).status).toBe(404);
  });

  test('counts opened emails only if that is chosen, each once and without names', async () => {
    const { members, segment } = await buildAudience(2);
    const plain = await draft(segment);
    await send(plain);
    await finished(plain.id);
    const [member] = members;
    expect(decoded(takenOf(member?.email ?? '')[0]?.raw ?? '')).not.toContain('/functions/v1/opened/');
    const counted = await draft(segment, { subject: 'Counted', counts_opens: true });
    await send(counted);
    await finished(counted.id);
    const [pixel = ''] =
      /http\S+\/functions\/v1\/opened\/[\w-]+/.exec(
        decoded(takenOf(member?.email ?? '', 'Counted')[0]?.raw ?? ''),
      ) ?? [];
    // Link scanners ask with HEAD.
    expect((await fetch(pixel, { method: 'HEAD' })).status).toBe(200);
    expect((await get(counted.id)).opens).toBe(0);
    for (let time = 0; time < 3; time += 1) {
      const picture = await fetch(pixel);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/gif']);
      expect(picture.headers.get('set-cookie')).toBeNull();
      // Without this header, mail providers' pages can't show the picture.
      expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    }
    expect((await get(counted.id)).opens).toBe(1);
    const { rows } = await sql<{ columns: string[] }>`select array_agg(column_name::text) as columns
      from information_schema.columns where table_name = 'mailing_pixels'`.execute(mail.site.db);
    expect(rows[0]?.columns.sort()).toEqual(['mailing_id', 'token_hash']);
  });
});

describe('the weekly email', () => {
  // Read once, so that midnight doesn't change it in between.
  const now = new Date();
  const monday = (daysAhead = 0) => {
    const day = new Date(now);
    day.setUTCHours(7, 30, 0, 0);
    day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7) + daysAhead);
    return day;
  };
  const digests = async () =>
    (await ask('GET', '?limit=100')).body.items.filter(({ kind }: { kind: string }) => kind === 'digest');

  test('lists new items, without their texts, to members who chose it, in their language, once a week', async () => {
    const [english, german, not] = [
      await buildMember(mail.site),
      await buildMember(mail.site),
      await buildMember(mail.site),
    ];
    for (const { token: own } of [english, german])
      await mail.site.api('PATCH', '/api/v1/profile', { token: own, body: { weekly_digest: true } });
    // Who wants no news still gets it.
    await sql`update profiles set locale = 'de', email_news = false where id = ${german.id}`.execute(
      mail.site.db,
    );
    await sql`update prompts set status = 'draft'`.execute(mail.site.db);
    await sql`update playbooks set status = 'draft'`.execute(mail.site.db);
    const inWeek = new Date(monday().getTime() - 3 * 86_400_000);
    const old = new Date(monday().getTime() - 20 * 86_400_000);
    const values = { created_at: inWeek, prompt_body: 'The hidden body' };
    await buildPrompt(mail.site, {
      ...values,
      title: 'A new prompt',
      tier_access: 2,
      description: 'Its description',
    });
    await buildPrompt(mail.site, { ...values, title: 'A secret draft', status: 'draft' });
    await buildPrompt(mail.site, { ...values, title: 'An old prompt', created_at: old });
    const late = await buildPlaybook(mail.site, {
      title: 'Written long ago',
      status: 'draft',
      created_at: old,
    });
    await sql`update playbooks set status = 'published' where id = ${late.id}`.execute(mail.site.db);
    await sql`update playbooks set published_at = ${inWeek} where id = ${late.id}`.execute(mail.site.db);

    const tuesday = new Date(monday().getTime() + 30 * 3_600_000);
    const early = new Date(monday().getTime() - 3_600_000);
    for (const at of [early, tuesday]) await mail.site.services.mailingsDue(at);
    expect(await digests()).toEqual([]);
    await Promise.all([mail.site.services.mailingsDue(monday()), mail.site.services.mailingsDue(monday())]);
    await expect.poll(async () => (await digests())[0]?.status).toBe('sent');
    await mail.site.services.mailingsDue(monday());
    expect(await digests()).toHaveLength(1);

    const [taken] = takenOf(english.email, '2 new items at Promptory last week');
    const text = decoded(taken?.raw ?? '');
    for (const shown of ['A new prompt', 'Written long ago', '/prompt/', '/playbook/'])
      expect(text).toContain(shown);
    for (const hidden of ['hidden body', 'Its description', 'secret draft', 'old prompt'])
      expect(text).not.toContain(hidden);
    expect(oneClick(taken?.raw ?? '')).toContain('list=digest');
    expect(mail.listener.taken.filter(({ recipients }) => recipients.includes(not.email))).toEqual([]);
    const [auf] = mail.listener.taken.filter(({ recipients }) => recipients.includes(german.email));
    expect(decoded(auf?.raw ?? '')).toContain('html lang="de"');

    await fetch(oneClick(taken?.raw ?? ''), { method: 'POST' });
    const { body } = await mail.site.api('GET', '/api/v1/profile', { token: english.token });
    expect(body).toMatchObject({ weekly_digest: false, email_news: true });
  });

  test('is not sent if nothing is new', async () => {
    const before = mail.listener.taken.length;
    await mail.site.services.mailingsDue(monday(28));
    expect(await digests()).toHaveLength(1);
    expect(mail.listener.taken.length).toBe(before);
  });

  test('goes out in the morning of the site, with what was new until its midnight', async () => {
    await set({ time_zone: 'America/Los_Angeles' });
    const inUtc = monday(14);
    const hours = (count: number) => new Date(inUtc.getTime() + count * 3_600_000);
    await buildPrompt(mail.site, { title: 'Made on Sunday evening', created_at: hours(-2.5) });
    await buildPrompt(mail.site, { title: 'Made on Monday', created_at: hours(1.5) });
    const { rows } = await sql<{ midnight: Date }>`
      select (${hours(8)}::timestamptz at time zone 'America/Los_Angeles')::date::timestamp at time zone 'America/Los_Angeles' as midnight`.execute(
      mail.site.db,
    );
    await buildPrompt(mail.site, { title: 'Made at midnight', created_at: rows[0]?.midnight ?? inUtc });
    // More than the email names, all of them older than the one of Sunday.
    await sql`insert into prompts (slug, title, prompt_body, status, created_at)
      select 'made-' || n, 'Made earlier', 'x', 'published', ${hours(-50)} from generate_series(1, ${mailingRules.digestItems}) n`.execute(
      mail.site.db,
    );
    const before = mail.listener.taken.length;
    await mail.site.services.mailingsDue(inUtc);
    expect(await digests()).toHaveLength(1);
    // 7:30 there in winter, 8:30 in summer.
    await mail.site.services.mailingsDue(hours(8));
    await expect
      .poll(async () => (await digests()).map(({ status }: { status: string }) => status))
      .toEqual(['sent', 'sent']);
    const [made] = mail.listener.taken.slice(before);
    expect(decoded(made?.raw ?? '')).toContain('Made on Sunday evening');
    expect(decoded(made?.raw ?? '')).not.toMatch(/Made (on Monday|at midnight)/);
    const inGerman = inLanguage('de', () => [
      m.email_new_last_week({ count: mailingRules.digestItems + 1, site: 'Promptory' }),
      m.email_and_more({ count: 1 }),
    ]);
    for (const words of inGerman) expect(decoded(made?.raw ?? '')).toContain(words);
    await set({ time_zone: 'UTC' });
  });
});
