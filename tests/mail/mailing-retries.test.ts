// Needs the built pages.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { createMailingQueue } from '#owner/mailings/mailing-queue.server.ts';
import { type Outcome, outcomeOf } from '#owner/mailings/send-outcome.ts';
import { withMailings } from './mailing-site.ts';

const mail = withMailings();
const { get, buildAudience, draft, send, finishedWithoutWaiting, takenOf } = mail;

const failure = (values: object) => Object.assign(new Error('It failed'), values);
test.each([
  ['a connection that is refused', { code: 'ESOCKET' }, 'stuck'],
  ['a server that is not found', { code: 'EDNS' }, 'stuck'],
  ['a wrong password', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'stuck'],
  ['a sender that is not allowed', { code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }, 'stuck'],
  ['a server that is closing', { code: 'EENVELOPE', responseCode: 421, command: 'RCPT TO' }, 'stuck'],
  ['an address to wait with', { code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }, 'later'],
  ['an address that is refused', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'refused'],
  ['a text that is refused', { code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'failed'],
  ['an address that is none', { code: 'EENVELOPE' }, 'failed'],
])('%s ends no more than it is about', (_name, values, kind) => {
  expect(outcomeOf(failure(values)).kind).toBe(kind);
});

test('a server that is away uses up few of the attempts of an address, and is asked every five minutes at least', async () => {
  const { members, segment } = await buildAudience(1);
  const mailing = await draft(segment);
  const db = writable(mail.site.db, asOperator('mailings'));
  const owner = randomUUID();
  const id = randomUUID();
  const claim = { id, user_id: members[0]?.id ?? '', email: members[0]?.email ?? '', locale: null };
  await sql`insert into mailing_recipients (id, mailing_id, user_id) values (${id}, ${mailing.id}, ${claim.user_id})`.execute(
    db,
  );
  const settle = async (outcome: Outcome) => {
    await sql`update mailing_recipients set status = 'claimed', claimed_by = ${owner}::uuid where id = ${id}`.execute(
      db,
    );
    await createMailingQueue(db, owner).settle(claim, outcome);
    const { rows } = await sql<{ status: string; attempts: number; reason: string; seconds: number }>`
      select status, attempts, reason, extract(epoch from retry_at - now())::float as seconds
      from mailing_recipients where id = ${id}`.execute(db);
    return rows[0];
  };
  const away = { kind: 'stuck', reason: 'No answer' } as const;
  const first = await settle(away);
  expect(first).toMatchObject({ status: 'waiting', attempts: 1, reason: 'No answer' });
  expect(first?.seconds).toBeLessThanOrEqual(5);
  let last = first;
  for (let time = 0; time < 60; time += 1) last = await settle(away);
  expect(last).toMatchObject({ status: 'waiting', attempts: 7 });
  expect(last?.seconds).toBeLessThanOrEqual(300);
  // An address's own failed attempts still count.
  for (let time = 0; time < 5; time += 1) last = await settle({ kind: 'later', reason: 'Greylisted' });
  expect(last).toMatchObject({ status: 'waiting', attempts: 12, reason: 'Greylisted' });
  expect(await settle(away)).toMatchObject({ status: 'waiting', attempts: 12 });
  for (let time = 0; time < 28; time += 1) last = await settle({ kind: 'later', reason: 'Greylisted' });
  expect(last).toMatchObject({ status: 'failed', attempts: 40 });
});

// Last, because the site pauses after it.
test('a server that refuses the sender delays all emails and fails none, and its answer is on the page', async () => {
  const { members, segment } = await buildAudience(2);
  const mailing = await draft(segment);
  mail.listener.set('refuse-sender');
  await send(mailing);
  await expect.poll(async () => (await get(mailing.id)).problem).toBe('550 This sender is not allowed here');
  expect(await get(mailing.id)).toMatchObject({
    status: 'sending',
    progress: { total: 2, waiting: 2, failed: 0, refused: 0, repeated: 0 },
  });
  mail.listener.set('take');
  await finishedWithoutWaiting(mailing.id);
  for (const { email } of members) expect(takenOf(email)).toHaveLength(1);
  expect((await get(mailing.id)).problem).toBeNull();
});
