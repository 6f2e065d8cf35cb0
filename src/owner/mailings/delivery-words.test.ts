import { describe, expect, test } from 'vitest';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { parseMessage } from './delivery-report.ts';
import { isHardBounceStatus, shortReason } from './hard-bounce.ts';
import { leftOutLabels, progressLabel, statusLabel, titleOf } from './mailing-words.ts';
import { createRefusalStreak } from './refusal-streak.ts';

const report = (status: string, headers = 'Content-Type: message/delivery-status') =>
  [
    'Delivered-To: <bounces+abc@example.com>',
    'Content-Type: multipart/report; boundary=edge; report-type=delivery-status',
    '',
    '--edge',
    'Content-Type: text/plain',
    '',
    'It could not be delivered.',
    '--edge',
    headers,
    '',
    status,
    '--edge--',
    '',
  ].join('\r\n');

describe('a delivery report', () => {
  const dead = 'Final-Recipient: rfc822; ada@example.com\r\nAction: Failed\r\nStatus: 5.1.1 (no mailbox)';

  test('is read for each recipient, however its lines are folded', () => {
    const groups = [
      'Reporting-MTA: dns; mx.example.com',
      '',
      dead,
      'Diagnostic-Code: smtp; 550 5.1.1',
      '  No such user',
      '',
      'Final-Recipient: rfc822;bob@example.com',
      'Action: delayed',
      'Status: 4.4.1',
    ].join('\r\n');
    expect(parseMessage(report(groups)).findReport()?.recipients).toEqual([
      { address: 'ada@example.com', action: 'failed', status: '5.1.1', diagnostic: '550 5.1.1 No such user' },
      { address: 'bob@example.com', action: 'delayed', status: '4.4.1', diagnostic: '' },
    ]);
  });

  test('is read from lines that end with a line feed alone', () => {
    const text = report(dead).replaceAll('\r\n', '\n');
    expect(parseMessage(text).findReport()?.recipients[0]).toMatchObject({
      address: 'ada@example.com',
      status: '5.1.1',
    });
  });

  test.each([
    ['base64', Buffer.from(dead).toString('base64')],
    ['Quoted-Printable', dead.replaceAll('@', '=40').replace('Failed', 'Fail=\r\ned')],
  ])('is read where it is encoded as %s', (encoding, body) => {
    const headers = `Content-Type: message/delivery-status\r\nContent-Transfer-Encoding: ${encoding}`;
    expect(parseMessage(report(body, headers)).findReport()?.recipients).toMatchObject([
      { address: 'ada@example.com', action: 'failed', status: '5.1.1' },
    ]);
  });

  test('can be about an address with non-ASCII letters', () => {
    const headers = 'Content-Type: message/global-delivery-status; charset=utf-8';
    expect(parseMessage(report(dead, headers)).findReport()?.recipients).toHaveLength(1);
  });

  test("isn't found in an email that only looks like one", () => {
    const { addresses, findReport } = parseMessage(report(dead, 'Content-Type: text/plain'));
    expect([addresses, findReport()]).toEqual([['<bounces+abc@example.com>'], undefined]);
  });

  test('is parsed quickly, whatever boundary the message declares', () => {
    for (const length of [70, 8_000, 60_000]) {
      const almost = `\n--${'a'.repeat(length - 1)}b`.repeat(10);
      const message = `Content-Type: multipart/report; boundary=${'a'.repeat(length)}\n\n${almost}`;
      expect(parseMessage(message.padEnd(1_048_576, 'a')).findReport()).toBeUndefined();
    }
  }, 15_000);
});

test.each([
  ['5.1.1', true],
  ['5.1.10', true],
  ['5.2.1', true],
  ['5.1.4', false],
  ['5.2.2', false],
  ['5.7.1', false],
  ['4.1.1', false],
  ['15.1.1', false],
  ['5.1.11', false],
])('the status %s says that nobody is there: %s', (status, isDead) => {
  expect(isHardBounceStatus(status)).toBe(isDead);
});

test('what a server said is kept as one short line that can be stored', () => {
  expect(shortReason(' 550\r\n  No\0 such \ud800user ')).toBe('550 No such \ufffduser');
  expect(shortReason('x'.repeat(600))).toHaveLength(500);
  expect(shortReason(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499));
});

describe('refusals in a row', () => {
  const refused = { kind: 'refused', reason: 'No', isDead: false } as const;
  const streakOf = (count: number, streak = createRefusalStreak()) => {
    for (let number = 0; number < count; number += 1) streak.note(`${number}`, refused);
    return streak;
  };

  test('are blamed on the email from the twentieth on, and start over once taken', () => {
    expect(streakOf(19).isOver()).toBe(false);
    const streak = streakOf(20);
    expect(streak.isOver()).toBe(true);
    expect(streak.take()).toEqual({
      ids: Array.from({ length: 20 }, (_, number) => `${number}`),
      reason: 'No',
    });
    expect(streak.isOver()).toBe(false);
  });

  test('end with an email that is accepted, or with another mailing', () => {
    const streak = streakOf(19);
    streak.note('taken', { kind: 'sent' });
    expect(streakOf(19, streak).isOver()).toBe(false);
    streak.follow('another');
    expect(streakOf(19, streak).isOver()).toBe(false);
    streak.follow('another');
    streak.note('last', { kind: 'failed', reason: 'No' });
    expect(streak.isOver()).toBe(true);
  });

  test('keep the mailing stopped, even if an email is accepted after that', () => {
    const streak = streakOf(20);
    streak.note('taken', { kind: 'sent' });
    expect(streak.isOver()).toBe(true);
  });

  test("don't count dead addresses or an unavailable server", () => {
    const streak = streakOf(19);
    streak.note('dead', { ...refused, isDead: true });
    streak.note('later', { kind: 'later', reason: 'Wait' });
    streak.note('stuck', { kind: 'stuck', reason: 'Away' });
    expect(streak.isOver()).toBe(false);
  });
});

describe('the list of emails to members', () => {
  const progress = {
    total: 1_200,
    waiting: 199,
    sent: 0,
    refused: 0,
    failed: 0,
    left_out: 0,
    bounced: 0,
    repeated: 0,
  };

  test.each([
    ['draft', '–'],
    ['scheduled', '–'],
    ['sending', '1,001 of 1,200'],
    ['stopped', '1,001 of 1,200'],
  ] as const)('says of one that is %s how far it is: %s', (status, words) => {
    expect(progressLabel({ status, progress })).toBe(words);
  });

  test('names a weekly email by its Monday, and one without a subject', () => {
    expect(titleOf({ kind: 'digest', subject: '', week: '2026-03-02' })).toBe('Weekly email of Mar 2, 2026');
    expect(titleOf({ kind: 'message', subject: '', week: null })).toBe('No subject');
    expect(titleOf({ kind: 'message', subject: 'Spring', week: null })).toBe('Spring');
  });

  test('says when one goes out that is scheduled, and nothing of a time that is over', () => {
    const send_at = '2026-03-02T12:00:00.000Z';
    expect(statusLabel({ status: 'scheduled', send_at })).toMatch(/^Scheduled for Mar \d, 2026/);
    expect(statusLabel({ status: 'scheduled', send_at: null })).toBe('Scheduled');
    expect(statusLabel({ status: 'sent', send_at })).toBe('Sent');
  });

  test('names only those who are left out, each with its reason', () => {
    const none = { unsubscribed: 0, bounced: 0, unconfirmed: 0, banned: 0, trial: 0 };
    expect(leftOutLabels({ recipients: 4, left_out: none })).toEqual([]);
    const some = { recipients: 4, left_out: { ...none, banned: 2, unsubscribed: 1 } };
    expect(leftOutLabels(some)).toEqual(['1 unsubscribed', '2 suspended']);
    expect(inLanguage('de', () => leftOutLabels(some))).toHaveLength(2);
    for (const label of inLanguage('de', () => leftOutLabels(some))) expect(label).toMatch(/^[12] \S/);
  });
});
