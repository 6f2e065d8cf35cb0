import { expect, test } from 'vitest';
import { canonicalAddress } from './canonical-address.ts';

test.each([
  ['/', undefined],
  ['/Browse/', '/browse'],
  ['/browse///?q=A', '/browse?q=A'],
  ['/a//b', undefined],
  ['//a/', undefined],
  ['/%C3%A4/', '/%C3%A4'],
])('the one address of %s is %s', (path, address) => {
  expect(canonicalAddress(`http://localhost${path}`)).toBe(address);
});

// In quadratic time, this would take longer than the test's timeout.
test('a path with very many slashes is read quickly', { timeout: 10_000 }, () => {
  expect(canonicalAddress(`http://localhost/a${'/'.repeat(300_000)}b`)).toBeUndefined();
});
