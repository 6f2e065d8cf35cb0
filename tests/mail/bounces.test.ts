// Needs the built pages.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseMessage } from '#owner/mailings/delivery-report.ts';
import { isHardBounce } from '#owner/mailings/hard-bounce.ts';
import { promptoryReading } from '../harness/command-line.ts';
import { appSecret } from '../harness/site.ts';
import { bounceOf } from './bounce-message.ts';
import { withMailings } from './mailing-site.ts';

const mail = withMailings();
const { ask, get, buildAudience, draft, send, finished, takenOf } = mail;

const post = (message: string) =>
  fetch(`${mail.site.url}/functions/v1/bounce`, {
    method: 'POST',
    body: message,
    headers: { 'content-type': 'message/rfc822' },
  }).then((answer) => answer.json());

describe('addresses that do not work', () => {
  const bouncesOf = async () =>
    (await ask('GET', '/bounces')).body.items as { id: string; email: string; reason: string }[];

  test('are noted when the server refuses them, left out, shown, and used again by an admin', async () => {
    const { members, segment } = await buildAudience(1);
    const [member] = members;
    mail.listener.set('refuse');
    const mailing = await draft(segment);
    await send(mailing);
    await finished(mailing.id);
    expect((await get(mailing.id)).progress).toMatchObject({ sent: 0, refused: 1 });
    const [missed] = (await ask('GET', `/${mailing.id}/recipients`)).body.items;
    expect(missed).toMatchObject({ email: member?.email, status: 'refused', reason: '550 No such mailbox' });
    const noted = (await bouncesOf()).find(({ email }) => email === member?.email);
    expect(noted?.reason).toBe('550 No such mailbox');
    expect((await ask('POST', '/audience', { segment })).body).toMatchObject({
      recipients: 0,
      left_out: { bounced: 1 },
    });
    expect((await ask('DELETE', `/bounces/${noted?.id}`)).status).toBe(204);
    expect((await ask('POST', '/audience', { segment })).body.recipients).toBe(1);
    const profile = mail.site.db.selectFrom('profiles').where('id', '=', noted?.id ?? '');
    expect(await profile.select(['email_bounced_at', 'email_bounce_reason']).execute()).toEqual([
      { email_bounced_at: null, email_bounce_reason: null },
    ]);
  });

  test('are noted only when an email comes back to its own signed address', async () => {
    const { members, segment } = await buildAudience(3);
    const mailing = await draft(segment);
    await send(mailing);
    await finished(mailing.id);
    const [dead, full, moved] = members.map(({ email }) => takenOf(email)[0]);
    const forged = dead?.from.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')) ?? '';
    expect(await post(bounceOf({ to: forged, of: dead?.raw ?? '' }))).toEqual({ is_noted: false });
    expect(await post(bounceOf({ to: 'bounces@example.com', of: dead?.raw ?? '' }))).toEqual({
      is_noted: false,
    });
    expect(await post('not an email')).toEqual({ is_noted: false });
    expect(
      await post(bounceOf({ to: dead?.from ?? '', of: dead?.raw ?? '', action: 'delayed', status: '4.4.1' })),
    ).toEqual({
      is_noted: false,
    });
    expect(await bouncesOf()).toEqual([]);

    expect(await post(bounceOf({ to: dead?.from ?? '', of: dead?.raw ?? '' }))).toEqual({ is_noted: true });
    const noted = await bouncesOf();
    expect(noted.map(({ email }) => email)).toEqual([members[0]?.email]);
    expect(noted[0]?.reason).toBe('5.1.1 550 5.1.1 No such user here');
    // A full mailbox is acknowledged, but the address is kept.
    const boxIsFull = { to: full?.from ?? '', of: full?.raw ?? '', status: '5.2.2' };
    expect(await post(bounceOf(boxIsFull))).toEqual({ is_noted: true });
    // A bounce of a member's previous address says nothing about the new one.
    await sql`update profiles set email = 'moved@example.com' where id = ${members[2]?.id}`.execute(
      mail.site.db,
    );
    expect(await post(bounceOf({ to: moved?.from ?? '', of: moved?.raw ?? '' }))).toEqual({ is_noted: true });
    expect((await bouncesOf()).length).toBe(1);
    expect((await get(mailing.id)).progress).toMatchObject({ sent: 3, bounced: 3 });
    const { items, total } = (await ask('GET', `/${mailing.id}/recipients`)).body;
    expect([total, new Set(items.map((item: { is_bounced: boolean }) => item.is_bounced))]).toEqual([
      ...[3, new Set([true])],
    ]);
    // A new address starts without bounces.
    await sql`update profiles set email = 'new@example.com' where id = ${members[0]?.id}`.execute(
      mail.site.db,
    );
    expect(await bouncesOf()).toEqual([]);
  });

  test('are noted on the command line, by the Message-ID where the address is not signed', async () => {
    const { members, segment } = await buildAudience(1);
    const mailing = await draft(segment);
    await send(mailing);
    await finished(mailing.id);
    const { raw = '' } = takenOf(members[0]?.email ?? '')[0] ?? {};
    const environment = {
      DATABASE_URL: mail.site.database.connectionString,
      DATA_DIR: mail.site.dataDir,
      APP_SECRET: appSecret,
    };
    // Anyone who knows the Message-ID of somebody else's email could send such a report.
    const forged = await promptoryReading(
      bounceOf({ to: 'books@example.com', of: raw }),
      environment,
      'bounce',
    );
    expect(forged.stdout).toContain("this isn't about an email from this site");
    expect(await bouncesOf()).toEqual([]);
    const recipient = members[0]?.email.toUpperCase() ?? '';
    const message = bounceOf({ to: 'books@example.com', of: raw, recipient });
    const result = await promptoryReading(message, environment, 'bounce');
    expect(result.stdout).toContain('Recorded: this address gets no more news: 5.1.1');
    expect((await bouncesOf()).map(({ email }) => email)).toEqual([members[0]?.email]);
    // Exit code 75 tells a mail server to try again; with any other it gives up.
    const away = { ...environment, DATABASE_URL: 'postgres://somebody@127.0.0.1:1/none' };
    expect((await promptoryReading(message, away, 'bounce')).code).toBe(75);
    const other = await promptoryReading('Subject: Hi\n\nHello', environment, 'bounce');
    expect([other.code, other.stdout]).toEqual([0, "Ignored: this isn't a delivery report.\n"]);
  });

  test('stay where a report says nothing about a missing mailbox', async () => {
    const { members, segment } = await buildAudience(3);
    const mailing = await draft(segment);
    await send(mailing);
    await finished(mailing.id);
    const before = (await bouncesOf()).length;
    const emails = members.map(({ email }) => takenOf(email)[0]);
    const report = (number: number, status: string, diagnostic: string) =>
      post(bounceOf({ to: emails[number]?.from ?? '', of: emails[number]?.raw ?? '', status, diagnostic }));
    expect(await report(0, '5.0.0', '550 Message rejected as spam')).toEqual({ is_noted: true });
    expect(await report(1, '4.4.7', 'connection timed out')).toEqual({ is_noted: true });
    expect((await get(mailing.id)).progress.bounced).toBe(2);
    expect(await bouncesOf()).toHaveLength(before);
    expect(await report(2, '5.0.0', '550 No such user here')).toEqual({ is_noted: true });
    expect((await bouncesOf())[0]?.email).toBe(members[2]?.email);
  });

  test('are forgotten with their accounts', async () => {
    const { members, segment } = await buildAudience(1);
    const [member] = members;
    const mailing = await draft(segment);
    await send(mailing);
    await finished(mailing.id);
    const [taken] = takenOf(member?.email ?? '');
    const message = bounceOf({ to: taken?.from ?? '', of: taken?.raw ?? '' });
    expect(await post(message)).toEqual({ is_noted: true });
    const read = async () =>
      (
        await sql`select user_id, address_hash, reason from mailing_recipients where mailing_id = ${mailing.id}`.execute(
          mail.site.db,
        )
      ).rows;
    expect(await read()).toMatchObject([
      { user_id: member?.id, reason: expect.stringContaining('No such user') },
    ]);
    await sql`delete from auth.users where id = ${member?.id}`.execute(mail.site.db);
    await post(message);
    expect(await read()).toEqual([{ user_id: null, address_hash: null, reason: null }]);
  });
});

test.each([
  ['550 5.1.1 The email account does not exist', true],
  ['550-5.1.1 The email account does not exist', true],
  ['550 No such mailbox', true],
  ['550 <user@example.com>: Recipient address rejected: User unknown in virtual alias table', true],
  ["553 That mailbox doesn't exist", true],
  ['550 relay not permitted', false],
  ['550 Domain example.com has exceeded the max emails per hour', false],
  ['550 Invalid sender address', false],
  ['550 <unknown.user@example.com> Message rejected, see 5.1.1 of our terms', false],
  ['550 5.7.1 Unknown user, access denied', false],
  ['552 5.2.2 Mailbox full', false],
  ['450 4.1.1 No such user just now', false],
])('%s: dead %s', (answer, isDead) => {
  expect(isHardBounce(answer)).toBe(isDead);
});

test('a report full of addresses is read quickly, and only the first 50 are kept', () => {
  const { addresses, findReport } = parseMessage(`${'To: a\n'.repeat(300_000)}\nHello`);
  expect([addresses.length, findReport()]).toEqual([50, undefined]);
  expect(parseMessage(`To: ${'a'.repeat(5_000)}\n\n`).addresses[0]).toHaveLength(2_000);
});

describe('of a message of many parts', () => {
  const status = 'Content-Type: message/delivery-status\n\nAction: failed\n\n';
  const message = (partsBefore: number, groups = 1) =>
    [
      'To: somebody@example.com\nContent-Type: multipart/report; boundary=e\n\n',
      '--e\n'.repeat(partsBefore),
      `--e\n${status}${'Action: failed\n\n'.repeat(groups - 1)}`,
      '--e\n'.repeat(200_000),
    ].join('');

  test('the first fifty are read, and as many recipients', () => {
    // The message itself counts as the first.
    expect(parseMessage(message(48)).findReport()?.recipients).toHaveLength(1);
    expect(parseMessage(message(49)).findReport()).toBeUndefined();
    expect(parseMessage(message(0, 60)).findReport()?.recipients).toHaveLength(50);
  });

  test('none is read where its address is not signed', async () => {
    for (const raw of [message(0), message(260_000 - 200_000), 'not an email'])
      expect(await mail.site.services.bounces(raw, { isTrusted: false })).toEqual({ kind: 'unknown' });
    expect(await post(message(0))).toEqual({ is_noted: false });
  });
});
