import { expect, test } from 'vitest';
import { movedMessage } from './moved-message.ts';

test('a new place is told with numbers as people write them', () => {
  expect(movedMessage('Letter', 999, 1_200)).toBe('Letter is now at position 1,000 of 1,200.');
});
