import { expect, test } from 'vitest';
import { failureMessage } from './error-message.ts';

test('an error names its causes, each once', () => {
  const root = new Error('The disk is full');
  expect(failureMessage(new Error('No backup', { cause: new Error('No file', { cause: root }) }))).toBe(
    'No backup\nNo file\nThe disk is full',
  );
  expect(failureMessage(new Error('No backup: The disk is full', { cause: root }))).toBe(
    'No backup: The disk is full',
  );
  expect(failureMessage('plain')).toBe('plain');
});
