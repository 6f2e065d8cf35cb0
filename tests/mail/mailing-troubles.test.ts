// Needs the built pages.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { mailingRules } from '#constants';
import { holdMailings } from '#owner/mailings/mailing-start.server.ts';
import { buildTier } from '../harness/build.ts';
import { everybody, numberOf, withMailings } from './mailing-site.ts';

const mail = withMailings();
const { ask, set, get, buildAudience, draft, send, finished, finishedWithoutWaiting, retryNow, takenOf } =
  mail;

test('a server that asks to wait, or hangs up, gets each email again under the same number', async () => {
  const { members, segment } = await buildAudience(2);
  const mailing = await draft(segment);
  mail.listener.set('greylist');
  const before = mail.listener.attempts();
  await send(mailing);
  await expect.poll(() => mail.listener.attempts()).toBeGreaterThanOrEqual(before + 2);
  await expect.poll(async () => (await rowsOf(mailing.id)).map(({ attempts }) => attempts)).toEqual([1, 1]);
  mail.listener.set('drop-answer');
  await expect
    .poll(async () => {
      await retryNow();
      return members.every(({ email }) =>
        mail.listener.unanswered.some((raw) => raw.includes(`To: ${email}`)),
      );
    })
    .toBe(true);
  mail.listener.set('take');
  await finishedWithoutWaiting(mailing.id);
  for (const { email } of members) {
    const [taken, ...others] = takenOf(email);
    expect(others).toEqual([]);
    const unanswered = mail.listener.unanswered.find((raw) => raw.includes(`To: ${email}`)) ?? '';
    expect(numberOf(taken?.raw ?? '')).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect(numberOf(unanswered)).toBe(numberOf(taken?.raw ?? ''));
  }
  expect((await get(mailing.id)).progress).toMatchObject({ sent: 2, repeated: 2 });
});

test('an address at which the server hangs up holds up nobody', async () => {
  const { members, segment } = await buildAudience(4);
  const [bad] = members;
  const mailing = await draft(segment);
  mail.listener.set('greylist');
  await send(mailing);
  await expect
    .poll(async () => (await rowsOf(mailing.id)).every(({ attempts }) => attempts === 1))
    .toBe(true);
  await ask('POST', `/${mailing.id}/stop`);
  // Sends the bad email first, and alone.
  await set({ mail_per_minute: 60 });
  await sql`update mailing_recipients set retry_at = null, attempts = 0,
      id = overlay(id::text placing case when user_id = ${bad?.id}::uuid then '0000' else 'ffff' end from 1)::uuid
    where mailing_id = ${mailing.id}`.execute(mail.site.db);
  mail.listener.set('take');
  mail.listener.hangsUpAt.add(bad?.email ?? '');
  await ask('POST', `/${mailing.id}/resume`);
  await expect.poll(async () => (await get(mailing.id)).progress.sent, { timeout: 60_000 }).toBe(3);
  mail.listener.hangsUpAt.clear();
  await set({ mail_per_minute: 6_000 });
  await finishedWithoutWaiting(mailing.id);
  for (const { email } of members) expect(takenOf(email)).toHaveLength(1);
});

test('an email that the server refuses again and again stops, and reaches everybody once its text is changed', async () => {
  const { segment, tier } = await buildAudience(0);
  const { rows: members } = await sql<{ email: string }>`with account as (
      insert into auth.users (email, email_confirmed_at)
      select 'reader-' || number || '@example.com', now() from generate_series(1, 26) number returning id, email)
    insert into profiles (id, email, tier_id) select id, email, ${tier.id}::uuid from account returning email`.execute(
    mail.site.db,
  );
  mail.listener.set('refuse-text');
  const mailing = await draft(segment);
  await send(mailing);
  await expect.poll(async () => (await get(mailing.id)).status, { timeout: 60_000 }).toBe('stopped');
  const stopped = await get(mailing.id);
  expect(stopped.problem).toContain('This looks like spam');
  expect(stopped.progress).toMatchObject({ total: 26, waiting: 26, failed: 0, repeated: 0 });

  const change = (body: object) => ask('PATCH', `/${mailing.id}`, body);
  expect((await change({ segment: everybody })).status).toBe(409);
  expect((await change({ counts_opens: true })).status).toBe(409);
  const empty = await change({ subject: '' });
  expect([empty.status, empty.body.error]).toEqual([422, 'subject: Enter a subject']);
  expect((await change({ subject: 'Other', updated_at: mailing.updated_at })).status).toBe(409);
  const changed = await change({ subject: 'Other', body: 'Hi', updated_at: stopped.updated_at });
  expect(changed.body).toMatchObject({ status: 'stopped', subject: 'Other', body: 'Hi' });
  mail.listener.set('take');
  await ask('POST', `/${mailing.id}/resume`);
  await finished(mailing.id);
  for (const { email } of members) {
    expect(takenOf(email, 'Other')).toHaveLength(1);
    expect(takenOf(email)).toEqual([]);
  }
});

test('a test is of the version that its sender has seen', async () => {
  const { segment } = await buildAudience(0);
  const seen = await draft(segment, { subject: 'As it was seen' });
  await ask('PATCH', `/${seen.id}`, { subject: 'As somebody else saved it' });
  const { status, body } = await ask('POST', `/${seen.id}/test`, { updated_at: seen.updated_at });
  expect([status, body.code]).toEqual([409, 'conflict']);
  expect(takenOf(mail.adminEmail, '[Test] As')).toEqual([]);
});

test('an unreadable segment has no members, and delays no other email', async () => {
  const { body: made } = await ask('POST', '', {});
  const { rows } = await sql`select segment from mailings where id = ${made.id}`.execute(mail.site.db);
  expect(rows).toEqual([{ segment: everybody }]);
  const { members, segment } = await buildAudience(1);
  const broken = await draft(segment);
  const spoil = (change = sql`status = status`) =>
    sql`update mailings set segment = '{"plans":7}', ${change} where id = ${broken.id}`.execute(mail.site.db);
  await spoil();
  const refused = await ask('POST', `/${broken.id}/send`, { send_at: null, updated_at: broken.updated_at });
  expect([refused.status, (await get(broken.id)).status]).toEqual([422, 'draft']);
  const fine = await draft(segment);
  await send(fine, new Date(Date.now() + 3_600_000).toISOString());
  await spoil(sql`status = 'scheduled', send_at = now() - interval '1 minute'`);
  await sql`update mailings set send_at = now() where id = ${fine.id}`.execute(mail.site.db);
  await mail.site.services.mailingsDue();
  await finished(fine.id);
  expect(members.map(({ email }) => takenOf(email).length)).toEqual([1]);
  expect(await get(broken.id)).toMatchObject({
    status: 'draft',
    send_at: null,
    problem: 'unreadable-segment',
  });
  const mended = await ask('PATCH', `/${broken.id}`, { segment });
  expect(mended.body).toMatchObject({ segment, problem: null });
});

test('an email to a plan that was deleted meanwhile is a draft again, and says why', async () => {
  const { members, segment } = await buildAudience(1);
  const [gone, other] = [await buildTier(mail.site), await buildTier(mail.site)];
  const mailing = await draft({ ...segment, plans: [gone.id, other.id] });
  await send(mailing, new Date(Date.now() + 3_600_000).toISOString());
  await sql`delete from tiers where id = ${gone.id}`.execute(mail.site.db);
  await sql`update mailings set send_at = now() where id = ${mailing.id}`.execute(mail.site.db);
  await mail.site.services.mailingsDue();
  const held = await get(mailing.id);
  expect(held).toMatchObject({ status: 'draft', send_at: null, problem: 'deleted-plan' });
  const refused = await ask('POST', `/${mailing.id}/send`, { send_at: null, updated_at: held.updated_at });
  expect([refused.status, refused.body.error]).toEqual([
    422,
    'A plan that this email goes to was deleted. Choose the recipients again.',
  ]);
  const mended = await ask('PATCH', `/${mailing.id}`, { segment });
  expect(mended.body).toMatchObject({ segment, problem: null });
  await send(mended.body);
  await finished(mailing.id);
  expect(members.map(({ email }) => takenOf(email).length)).toEqual([1]);
});

test.each([
  ['up to a day late', 23, { status: 'sent', problem: null }],
  ['not more than a day late: it is a draft again, and says why', 25, { status: 'draft', problem: 'late' }],
])('an email whose time has come while the site was off goes out %s', async (_, hours, expected) => {
  const { segment } = await buildAudience(1);
  const mailing = await draft(segment);
  await send(mailing, new Date(Date.now() + 3_600_000).toISOString());
  await sql`update mailings set send_at = now() - make_interval(hours => ${hours}) where id = ${mailing.id}`.execute(
    mail.site.db,
  );
  await mail.site.services.mailingsDue();
  await expect.poll(() => get(mailing.id)).toMatchObject({ send_at: null, ...expected });
});

test('after a restore nothing goes out by itself, and the page says why', async () => {
  await set({ mail_per_minute: 1 });
  const { segment } = await buildAudience(2);
  const mailing = await draft(segment);
  await send(mailing);
  await expect.poll(async () => (await get(mailing.id)).progress.sent).toBe(1);
  const planned = await draft(segment);
  await send(planned, new Date(Date.now() + 3_600_000).toISOString());
  // On Mondays, the site itself has recorded this week already.
  await sql`delete from digest_weeks`.execute(mail.site.db);
  await holdMailings(writable(mail.site.db, asOperator('mailings')));
  expect(await get(mailing.id)).toMatchObject({ status: 'stopped', problem: 'restored' });
  expect(await get(planned.id)).toMatchObject({ status: 'draft', send_at: null });
  const { rows } = await sql<{ weeks: number }>`select count(*)::int as weeks from digest_weeks
    where week = date_trunc('week', now() at time zone 'utc')::date`.execute(mail.site.db);
  expect(rows[0]?.weeks).toBe(1);
  await set({ mail_per_minute: 6_000 });
});

// Last, because the site pauses after it.
test('an email whose answer is lost each time is given up', async () => {
  const { segment } = await buildAudience(1);
  const mailing = await draft(segment);
  mail.listener.set('drop-answer');
  const before = mail.listener.unanswered.length;
  await send(mailing);
  await expect
    .poll(
      async () => {
        await retryNow();
        return (await get(mailing.id)).progress.failed;
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe(1);
  const numbers = mail.listener.unanswered.slice(before).map(numberOf);
  expect(numbers).toHaveLength(mailingRules.doubts);
  expect(new Set(numbers).size).toBe(1);
});

const rowsOf = async (id: string) =>
  (
    await sql<{ attempts: number }>`select attempts from mailing_recipients where mailing_id = ${id}`.execute(
      mail.site.db,
    )
  ).rows;
