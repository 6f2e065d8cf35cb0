import { describe, expect, test } from 'vitest';
import { readGitHub, readIdToken } from './provider-profiles.server.ts';

const claims = { sub: '1', email: 'Ada@Example.com', name: 'Ada', picture: 'https://example.com/ada.png' };
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';
const tenant = '11111111-2222-3333-4444-555555555555';

describe('an ID token', () => {
  test('says who it is and how they look', () => {
    expect(readIdToken('google', { ...claims, email_verified: true })).toEqual({
      subject: '1',
      email: 'ada@example.com',
      name: 'Ada',
      picture: 'https://example.com/ada.png',
    });
  });

  // An address that the provider hasn't verified would open the account of its owner here.
  test.each([
    ['google', { email_verified: true }, true],
    ['google', { email_verified: 'true' }, true],
    ['google', { email_verified: false }, false],
    ['google', { email_verified: 'false' }, false],
    ['google', { email_verified: 'perhaps' }, false],
    ['google', { email_verified: 1 }, false],
    ['google', {}, false],
    ['google', { xms_edov: true }, false],
    ['google', { tid: personal }, false],
    ['oidc', { email_verified: true }, true],
    ['oidc', { email_verified: null }, false],
    ['oidc', { tid: personal, xms_edov: true }, false],
    ['microsoft', { email_verified: true }, false],
    ['microsoft', { email_verified: true, tid: tenant }, false],
    ['microsoft', { xms_edov: true, tid: tenant }, true],
    ['microsoft', { xms_edov: 'true', tid: tenant }, true],
    ['microsoft', { xms_edov: 1, tid: tenant }, true],
    ['microsoft', { xms_edov: 0, tid: tenant }, false],
    ['microsoft', { xms_edov: false, tid: tenant }, false],
    ['microsoft', { tid: personal }, true],
    ['microsoft', { tid: personal.toUpperCase() }, false],
  ] as const)('of %s with %j proves its address: %s', (kind, more, isProved) => {
    expect(readIdToken(kind, { ...claims, ...more }).email).toBe(isProved ? 'ada@example.com' : undefined);
  });

  test('may leave out everything but the subject, and have a name that nobody can use', () => {
    expect(readIdToken('oidc', { sub: 'x', email_verified: true })).toEqual({ subject: 'x' });
    const odd = readIdToken('oidc', { sub: 'x', name: 'x'.repeat(501), picture: 7, email: ['a@b.c'] });
    expect(odd).toEqual({ subject: 'x' });
    expect(readIdToken('oidc', { ...claims, name: 'x'.repeat(500) }).name).toHaveLength(500);
  });

  test.each([{}, { sub: '' }, { sub: 7 }, { sub: 'x'.repeat(256) }, null, 'token'])(
    'without a subject signs nobody in: %j',
    (token) => expect(() => readIdToken('oidc', token)).toThrow(),
  );
});

describe('a GitHub account', () => {
  const read = (user: object, emails: unknown) =>
    readGitHub(async (path) => (path === '/user' ? user : emails));
  const ada = { id: 7, login: 'ada', name: 'Ada L', avatar_url: 'https://example.com/a.png' };
  const address = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified });

  test('is known by its number, and by the proved address of its emails', async () => {
    const emails = [address('old@example.com', false, true), address('Ada@Example.com', true, true)];
    expect(await read({ ...ada, email: 'somebody@example.com' }, emails)).toEqual({
      subject: '7',
      email: 'ada@example.com',
      name: 'Ada L',
      picture: 'https://example.com/a.png',
    });
  });

  test.each([
    ['none at all', []],
    ['a main one that is not proved', [address('a@example.com', true, false)]],
    [
      'a proved one beside a main one that is not',
      [address('a@example.com', true, false), address('b@example.com', false, true)],
    ],
  ])('has no address here with %s', async (_, emails) => {
    expect((await read(ada, emails)).email).toBeUndefined();
  });

  test('is called by its sign-in name where it has no other', async () => {
    expect((await read({ ...ada, name: null }, [])).name).toBe('ada');
  });

  test.each([{ ...ada, id: 0 }, { ...ada, id: '7' }, { login: 'ada' }])(
    'without its number signs nobody in: %j',
    async (user) => {
      await expect(read(user, [])).rejects.toThrow();
    },
  );

  test('whose emails cannot be read signs nobody in', async () => {
    await expect(read(ada, { message: 'Not Found' })).rejects.toThrow();
  });
});
