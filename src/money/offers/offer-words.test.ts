import { expect, test } from 'vitest';
import { offerWords } from './offer-words.ts';

test('a conflict of an offer is told in the words of its form', () => {
  const words = offerWords(new Map([['1', 'Pro']]));
  expect(words.kind('percent')).toBe('Percentage');
  expect(words.applies_to('chosen')).toBe('Chosen plans and playbooks');
  expect(words.duration('forever')).toBe('Every payment');
  expect(words.tier_ids(['1', '2'])).toBe('Pro\n2');
  expect(words.ends_at('2026-12-24')).toBe('Dec 24, 2026');
  expect([words.tier_ids([]), words.ends_at('')]).toEqual([undefined, undefined]);
});
