import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { createMailingQueue, type SendingMailing } from '#owner/mailings/mailing-queue.server.ts';
import type { Outcome } from '#owner/mailings/send-outcome.ts';
import { answerLost } from '#owner/mailings/stall-reasons.ts';
import { createTestDatabase } from '../harness/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const queueOf = (owner = randomUUID()) =>
  createMailingQueue(writable(database.db, asOperator('mailings')), owner);

/** A mailing to `count` members, claimed by the leading process. */
async function claimed(count: number) {
  const { rows } = await sql<SendingMailing>`
    with account as (
      insert into auth.users (email, email_confirmed_at)
      select gen_random_uuid() || '@example.com', now() from generate_series(1, ${count}::int) returning id, email),
    member as (insert into profiles (id, email) select id, email from account returning id),
    mailing as (insert into mailings (subject, body, status, started_at) values ('News', 'Hello', 'sending', now())
      returning id, kind, subject, body, counts_opens, week::text as week),
    listed as (insert into mailing_recipients (mailing_id, user_id) select mailing.id, member.id from mailing, member)
    select * from mailing`.execute(database.db);
  const mailing = rows[0] as SendingMailing;
  const queue = queueOf();
  await sql`delete from mailing_sender`.execute(database.db);
  expect(await queue.lead()).toBe(true);
  const claims = await queue.claim(mailing, count);
  expect(claims).toHaveLength(count);
  const [first] = claims;
  if (!first) throw new Error('Nobody was claimed');
  return {
    mailing,
    queue,
    claims,
    first,
    hand: (claim = first) => queue.markHandedOver(claim, mailing, undefined),
  };
}

async function takeOver() {
  await sql`update mailing_sender set leased_until = now() - interval '1 second'`.execute(database.db);
  const queue = queueOf();
  expect(await queue.lead()).toBe(true);
  return queue;
}

async function rowOf({ id }: { id: string }) {
  const { rows } = await sql<{ status: string; is_repeated: boolean; doubts: number }>`
    select status, is_repeated, doubts, reason, done_at is not null as is_done, claimed_by, retry_at
    from mailing_recipients where id = ${id}`.execute(database.db);
  return rows[0];
}
const written = (row: { id: string }) => expect.poll(() => rowOf(row)).toMatchObject({ status: 'written' });

test('emails that a killed process had written count as sent, and those it was about to write are sent again', async () => {
  const { claims, hand } = await claimed(3);
  const [untouched, handed, whole] = claims as [(typeof claims)[0], (typeof claims)[0], (typeof claims)[0]];
  await hand(handed);
  const prepare = await hand(whole);
  prepare().send();
  await written(whole);
  await takeOver();
  const open = { status: 'waiting', is_done: false, claimed_by: null, reason: null };
  expect(await rowOf(untouched)).toMatchObject({ ...open, is_repeated: false });
  expect(await rowOf(handed)).toMatchObject({ ...open, is_repeated: true });
  expect(await rowOf(whole)).toMatchObject({
    status: 'sent',
    is_done: true,
    claimed_by: null,
    reason: answerLost,
    is_repeated: false,
    retry_at: null,
  });
});

test('times stored while the clock was days ahead delay no email once it is right', async () => {
  const { mailing, queue, first } = await claimed(1);
  await queue.settle(first, { kind: 'stopped' });
  await sql`update mailing_recipients set retry_at = now() + interval '2 days' where id = ${first.id}`.execute(
    database.db,
  );
  const later = queueOf();
  expect(await later.lead()).toBe(false);
  await sql`update mailing_sender set leased_until = now() + interval '2 days'`.execute(database.db);
  expect(await later.lead()).toBe(true);
  expect(await later.claim(mailing, 1)).toMatchObject([{ id: first.id }]);
});

test('an email that is tried again waits until the others have been tried', async () => {
  const { mailing, queue, claims } = await claimed(2);
  const [first, second] = claims as [(typeof claims)[0], (typeof claims)[0]];
  for (const claim of claims) await queue.settle(claim, { kind: 'stopped' });
  await sql`update mailing_recipients set retry_at = case when id = ${first.id} then now() - interval '1 minute' end
    where mailing_id = ${mailing.id}`.execute(database.db);
  expect(await queue.claim(mailing, 1)).toMatchObject([{ id: second.id }]);
  expect(await queue.claim(mailing, 1)).toMatchObject([{ id: first.id }]);
});

test('no reason of a failure is kept for a deleted account', async () => {
  const { first, hand } = await claimed(1);
  const prepare = await hand();
  prepare().send();
  await written(first);
  await sql`delete from auth.users where id = ${first.user_id}`.execute(database.db);
  await takeOver();
  expect(await rowOf(first)).toMatchObject({ status: 'sent', reason: null });
});

test('nor one that arrives after the account was deleted', async () => {
  const { queue, first, hand } = await claimed(1);
  await hand();
  await sql`delete from auth.users where id = ${first.user_id}`.execute(database.db);
  await queue.settle(first, { kind: 'refused', reason: `550 <${first.email}> is unknown`, isDead: false });
  expect(await rowOf(first)).toMatchObject({ status: 'refused', is_done: true, reason: null });
});

test('a process that only seemed dead changes nothing any more', async () => {
  const { mailing, queue, first, hand } = await claimed(1);
  const prepare = await hand();
  const other = await takeOver();
  await queue.settle(first, { kind: 'failed', reason: 'Refused' });
  expect(await rowOf(first)).toMatchObject({ status: 'waiting', is_repeated: true, reason: null });
  const [again] = await other.claim(mailing, 1);
  expect(again?.id).toBe(first.id);
  await other.markHandedOver(first, mailing, undefined);
  prepare().send();
  await delay(50);
  expect(await rowOf(first)).toMatchObject({ status: 'handed' });
});

test("a report about an earlier attempt doesn't change the next one", async () => {
  const { mailing, queue, first, hand } = await claimed(1);
  const prepare = await hand();
  await queue.settle(first, { kind: 'stopped' });
  await queue.claim(mailing, 1);
  prepare().send();
  await delay(50);
  expect(await rowOf(first)).toMatchObject({ status: 'claimed' });
});

test('the report that an email is written changes nothing once the server has answered', async () => {
  const { queue, first, hand } = await claimed(1);
  const prepare = await hand();
  await queue.settle(first, { kind: 'sent' });
  prepare().send();
  await delay(50);
  expect(await rowOf(first)).toMatchObject({ status: 'sent', reason: null });
});

test('an email that a slow server takes late is noted as written too', async () => {
  const { first, hand } = await claimed(1);
  const prepare = await hand();
  await delay(200);
  expect(await rowOf(first)).toMatchObject({ status: 'handed' });
  prepare().send();
  await written(first);
});

const again = { status: 'waiting', is_done: false };
test.each<[Outcome, object]>([
  [{ kind: 'sent' }, { status: 'sent', is_done: true, is_repeated: false, reason: null }],
  [
    { kind: 'refused', reason: 'Nobody', isDead: false },
    { status: 'refused', is_done: true, reason: 'Nobody' },
  ],
  [
    { kind: 'failed', reason: 'Spam' },
    { status: 'failed', is_done: true, reason: 'Spam' },
  ],
  [
    { kind: 'later', reason: 'Wait' },
    { ...again, is_repeated: false, doubts: 0, reason: 'Wait' },
  ],
  [
    { kind: 'stuck', reason: 'Cut off' },
    { ...again, is_repeated: true, doubts: 1, reason: 'Cut off' },
  ],
  [{ kind: 'stopped' }, { ...again, is_repeated: true }],
])('while the process lives, the answer decides about what is written: %o', async (outcome, expected) => {
  const { mailing, queue, first, hand } = await claimed(1);
  const prepare = await hand();
  prepare().send();
  await written(first);
  // The email hasn't been settled yet.
  await queue.next();
  const { rows } = await sql`select status from mailings where id = ${mailing.id}`.execute(database.db);
  expect(rows).toEqual([{ status: 'sending' }]);
  await queue.settle(first, outcome);
  expect(await rowOf(first)).toMatchObject(expected);
});
