import { expect, test } from 'vitest';
import { problemLabel, reasonLabel } from './mailing-words.ts';

test.each([
  [
    '550 This sender is not allowed here',
    'Nothing is being sent right now. The email server said: 550 This sender is not allowed here',
  ],
  ['database-away', "Nothing is being sent right now. The site can't reach its database."],
  ['here: ENOSPC', 'Nothing is being sent right now. Something failed on your server: ENOSPC'],
  ['unreadable-segment', "The recipients can't be read. Choose them again."],
  ['deleted-plan', 'A plan that this email goes to was deleted. Choose the recipients again.'],
])('%s is told as what it is', (problem, words) => {
  expect(problemLabel(problem)).toBe(words);
});

test.each([
  [{ status: 'refused', reason: '550 No such mailbox' }, '550 No such mailbox'],
  [{ status: 'failed', reason: 'here: ENOSPC' }, 'ENOSPC'],
  [{ status: 'failed', reason: 'database-away' }, "The site's database couldn't be reached"],
  [{ status: 'left-out', reason: 'unsubscribed' }, 'Unsubscribed'],
  [{ status: 'failed', reason: null }, ''],
] as const)('why somebody got nothing: %j', (recipient, words) => {
  expect(reasonLabel(recipient)).toBe(words);
});
