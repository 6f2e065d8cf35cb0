import { expect, test } from 'vitest';
import { assertVersion } from './record-version.server.ts';

test('a version matches the same moment in any notation', () => {
  const current = new Date('2026-03-02T12:00:00.123Z');
  expect(() => assertVersion(current, '2026-03-02T12:00:00.123Z')).not.toThrow();
  expect(() => assertVersion(current, '2026-03-02T13:00:00.123+01:00')).not.toThrow();
  expect(() => assertVersion(current, undefined)).not.toThrow();
  for (const other of ['2026-03-02T12:00:00.122Z', '2026-03-02T12:00:00Z', 'nonsense'])
    expect(() => assertVersion(current, other)).toThrow(expect.objectContaining({ code: 'conflict' }));
});
