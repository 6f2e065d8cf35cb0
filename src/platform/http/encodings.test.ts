import { expect, test } from 'vitest';
import { chooseEncoding } from './encodings.server.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate', 'identity'],
  ['BR', 'br'],
  ['x-br', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['br ; q=0.0 , gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
])('Accept-Encoding %j gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
  expect(chooseEncoding(header)).toBe(encoding);
});

test('the encoding is still chosen correctly after more headers than are cached', () => {
  for (let index = 0; index < 1_000; index += 1) expect(chooseEncoding(`gzip, x-${index}`)).toBe('gzip');
  expect(chooseEncoding('br')).toBe('br');
});
