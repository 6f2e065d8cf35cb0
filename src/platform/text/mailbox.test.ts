import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test('addresses of the same mailbox count as one', () => {
  const same = [
    'Ann.Lee@gmail.com',
    'annlee@googlemail.com',
    ' annlee+trial@GMAIL.com',
    'a.n.n.lee+2@gmail.com',
  ];
  expect(new Set(same.map(mailboxOf))).toEqual(new Set(['annlee@gmail.com']));
  expect(mailboxOf('ann.lee+trial@outlook.com')).toBe('ann.lee@outlook.com');
  // Elsewhere, dots and plus signs may distinguish mailboxes.
  expect(mailboxOf('Ann.Lee+work@example.com')).toBe('ann.lee+work@example.com');
});
