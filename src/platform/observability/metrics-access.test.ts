import { describe, expect, test } from 'vitest';
import { canReadMetrics } from './metrics-access.server.ts';

describe('a reader of the metrics', () => {
  const can = (remoteAddress: string, headers: Record<string, string>, token?: string) =>
    canReadMetrics({ socket: { remoteAddress }, headers } as never, token);

  test.each([
    ['127.0.0.1', { host: 'localhost:3000' }, true],
    ['::1', { host: '[::1]:3000' }, true],
    ['::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
    ['127.0.0.1', { host: 'quill.example' }, false],
    ['127.0.0.1', { host: 'localhost.evil.example' }, false],
    ['127.0.0.1', {}, false],
    ['192.0.2.7', { host: 'localhost' }, false],
    ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '192.0.2.7' }, false],
    ['127.0.0.1', { host: 'localhost', via: '1.1 proxy' }, false],
    // A wrong token is refused even where no token is needed.
    ['127.0.0.1', { host: 'localhost', authorization: 'Bearer wrong' }, false],
  ])('from %s with %j: %s', (address, headers, isAllowed) => {
    expect(can(address, headers as Record<string, string>, 'secret')).toBe(isAllowed);
  });

  test('with the token is accepted from anywhere', () => {
    const headers = { host: 'quill.example', authorization: 'bearer secret' };
    expect([can('192.0.2.7', headers, 'secret'), can('192.0.2.7', headers)]).toEqual([true, false]);
  });
});
