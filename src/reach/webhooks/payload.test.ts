import { describe, expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { assertAllowedAddress } from './allowed-address.server.ts';
import { toPayload } from './payload.ts';
import { webhookUrl } from './webhook-fields.ts';

const at = new Date('2026-03-04T05:06:07.890Z');
const send = (data: Record<string, unknown>, who: { member_id: string | null; email: string | null }) =>
  toPayload({ type: 'item.published', data, created_at: at, ...who }, 'https://site.example');
const nobody = { member_id: null, email: null };

describe('a message', () => {
  test('about an item has the URL of its public page', () => {
    expect(send({ kind: 'prompt', slug: 'a', title: 'A' }, nobody)).toEqual({
      type: 'item.published',
      timestamp: '2026-03-04T05:06:07.890Z',
      data: { kind: 'prompt', slug: 'a', title: 'A', url: 'https://site.example/browse/a' },
    });
    expect(send({ kind: 'playbook', slug: 'b' }, nobody).data).toMatchObject({
      url: 'https://site.example/browse-playbooks/b',
    });
  });

  test('about a comment has the URL of the item', () => {
    expect(send({ body: 'x', item: { kind: 'playbook', slug: 'b' } }, nobody).data).toEqual({
      body: 'x',
      item: { kind: 'playbook', slug: 'b', url: 'https://site.example/browse-playbooks/b' },
    });
  });

  test('names its member; after their account is deleted, only by id', () => {
    expect(send({}, { member_id: '1', email: 'a@example.com' }).data).toEqual({
      member: { id: '1', email: 'a@example.com' },
    });
    expect(send({}, { member_id: '1', email: null }).data).toEqual({ member: { id: '1', email: null } });
    expect(send({ plan: { name: 'Pro' }, item: null }, nobody).data).toEqual({
      plan: { name: 'Pro' },
      item: null,
    });
  });
});

describe('the address of a receiver', () => {
  const refusal = (address: string, open: string[] = []) => {
    try {
      assertAllowedAddress(address, open);
      return undefined;
    } catch (error) {
      return error instanceof AppError ? [error.status, error.message.split('.')[0]] : error;
    }
  };
  const plain = [422, 'url: Use an address that starts with https://'];
  const closed = [422, 'url: This address is in a private network'];

  test.each([
    ['https://example.com/hook', [], undefined],
    ['https://8.8.8.8/hook', [], undefined],
    ['http://example.com/hook', [], plain],
    ['http://10.0.0.1/hook', [], closed],
    ['https://10.0.0.1/hook', [], closed],
    ['https://localhost/hook', [], closed],
    ['https://LOCALHOST:8443/hook', [], closed],
    ['http://localhost:9000/hook', ['localhost'], undefined],
    ['https://10.0.0.1/hook', ['10.0.0.1'], undefined],
    // Trusting one host doesn't extend to another.
    ['https://10.0.0.2/hook', ['10.0.0.1'], closed],
    ['https://evil.localhost/hook', ['localhost'], closed],
    ['http://localhost.example.com/hook', ['localhost'], plain],
  ])('%s with %j trusted: %j', (address, open, expected) => {
    expect(refusal(address, open)).toEqual(expected);
  });

  test.each([
    ['https://example.com/hook?token=x#y', true],
    ['  https://example.com/  ', true],
    ['http://example.com', true],
    ['https://user@example.com/', false],
    ['https://user:secret@example.com/', false],
    ['ftp://example.com/', false],
    ['javascript:alert(1)', false],
    ['/hook', false],
    ['example.com', false],
    ['', false],
    [`https://example.com/${'x'.repeat(2_000)}`, false],
    ['https://example.com/\0', false],
  ])('is typed as %j: %s', (address, isTaken) => {
    expect(webhookUrl.safeParse(address).success).toBe(isTaken);
  });
});
