import { beforeEach, expect, test, vi } from 'vitest';
import { readKeptSession } from './kept-session.ts';

let kept: string | null;
beforeEach(() => {
  kept = null;
  vi.stubGlobal('location', { hostname: 'prompts.example.com' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'sb-prompts-auth-token' ? kept : null),
  });
});

const soon = () => Math.floor(Date.now() / 1_000);
/** An access token with an odd claim, whose text contains the two characters that differ in base64url. */
const tokenOf = (aal: string) =>
  `x.${Buffer.from(JSON.stringify({ aal, odd: '>>>???~~~ÿ' })).toString('base64url')}.x`;
const keep = (session: object) => {
  kept = JSON.stringify({ expires_at: soon() + 3_600, access_token: tokenOf('aal1'), user: {}, ...session });
};
const verified = { factors: [{ status: 'verified' }] };

test("a session that hasn't expired is used unchanged", () => {
  keep({});
  expect(readKeptSession()?.access_token).toBe(tokenOf('aal1'));
});

test.each([
  ['is over', -1],
  ['ends at once', 0],
  ['is renewed any moment', 60],
])('a session that %s is left to the client', (_, seconds) => {
  keep({ expires_at: soon() + seconds });
  expect(readKeptSession()).toBeUndefined();
});

test('a session without an expiry is ignored', () => {
  keep({ expires_at: undefined });
  expect(readKeptSession()).toBeUndefined();
});

test.each([
  ['no factors', {}, 'aal1', true],
  ['an app that was never confirmed', { factors: [{ status: 'unverified' }] }, 'aal1', true],
  ['an app that this session has not shown', verified, 'aal1', false],
  ['an app that this session has shown', verified, 'aal2', true],
  [
    'one of two apps confirmed',
    { factors: [{ status: 'unverified' }, { status: 'verified' }] },
    'aal1',
    false,
  ],
])('with %s: %j at %s', (_, user, aal, isUsed) => {
  keep({ user, access_token: tokenOf(aal) });
  expect(readKeptSession() !== undefined).toBe(isUsed);
});

test.each([null, '', '{', 'null', '7', '{}', JSON.stringify({ expires_at: 9_999_999_999 })])(
  'what is no session is none: %j',
  (text) => {
    kept = text;
    expect(readKeptSession()).toBeUndefined();
  },
);

test("an unreadable token doesn't sign in anyone who needs a second factor", () => {
  for (const access_token of ['', 'x', 'x.%%%.x', 'x.e30.x']) {
    keep({ user: verified, access_token });
    expect(readKeptSession()).toBeUndefined();
  }
});

test('a browser without storage has no session', () => {
  vi.stubGlobal('location', { hostname: 'prompts.example.com' });
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('The store is off');
    },
  });
  expect(readKeptSession()).toBeUndefined();
});
