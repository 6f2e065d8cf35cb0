import { expect, test } from 'vitest';
import { failureMessage, messageOf } from './error-message.ts';

test('an error names its causes, each once', () => {
  const root = new Error('The disk is full');
  expect(failureMessage(new Error('No backup', { cause: new Error('No file', { cause: root }) }))).toBe(
    'No backup\nNo file\nThe disk is full',
  );
  expect(failureMessage(new Error('No backup: The disk is full', { cause: root }))).toBe(
    'No backup: The disk is full',
  );
  expect(failureMessage('plain')).toBe('plain');
  const silent = new Error('', { cause: root });
  expect([messageOf(silent), failureMessage(silent)]).toEqual([root.message, root.message]);
});

test('a connection that was tried at several addresses says what happened at each', () => {
  const attempts = ['connect ECONNREFUSED ::1:1', 'connect ECONNREFUSED 127.0.0.1:1'];
  expect(messageOf(new AggregateError(attempts.map((text) => new Error(text))))).toBe(attempts.join('; '));
});
