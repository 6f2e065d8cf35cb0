import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

// Double clicks, and two devices of one person.

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });
const call = (token: string, method: string, path: string, body?: object) =>
  site.api(method, `/auth/v1/factors${path}`, body === undefined ? { token } : { token, body });
const twice = <Result>(run: (index: number) => Promise<Result>) => Promise.all([run(0), run(1)]);

/** Prepares an app without verifying it. */
async function prepare(token: string, name: string) {
  const { body } = await call(token, 'POST', '', { factor_type: 'totp', friendly_name: name });
  const challenge = await call(token, 'POST', `/${body.id}/challenge`);
  const show = () =>
    call(token, 'POST', `/${body.id}/verify`, {
      challenge_id: challenge.body.id,
      code: codeOf(body.totp.secret),
    });
  return { id: body.id as string, show };
}

const rounds = [1, 2, 3];

test.each(rounds)('of two first apps shown at once, one protects the account (%i)', async () => {
  const { token } = await buildMember(site);
  const apps = [await prepare(token, 'One'), await prepare(token, 'Two')];
  const answers = await Promise.all(apps.map(({ show }) => show()));
  const [shown, ...others] = answers.toSorted((a, b) => a.status - b.status);
  expect(shown?.status).toBe(200);
  // The other factor was prepared too, and has been deleted.
  expect(others.map(({ status }) => status)).toEqual([404]);
});

test.each(rounds)('recovery codes that are renewed twice at once are one set (%i)', async () => {
  const { token: first } = await buildMember(site);
  const token = (await (await prepare(first, 'Phone')).show()).body.access_token;
  const sets = await twice(() => call(token, 'POST', '/recovery-codes/regenerate'));
  expect(sets.map(({ status }) => status)).toEqual([200, 200]);
  expect((await call(token, 'GET', '/recovery-codes')).body).toMatchObject({ total: 10, remaining: 10 });
});

test.each(rounds)('with two apps removed at once nothing of them is left (%i)', async () => {
  const member = await buildMember(site);
  let { token } = member;
  const ids: string[] = [];
  for (const name of ['One', 'Two']) {
    const app = await prepare(token, name);
    token = (await app.show()).body.access_token;
    ids.push(app.id);
  }
  expect((await call(token, 'POST', '/recovery-codes')).status).toBe(200);
  const removed = await twice((index) => call(token, 'DELETE', `/${ids[index]}`));
  expect(removed.map(({ status }) => status)).toEqual([200, 200]);
  for (const table of ['auth.factors', 'auth.recovery_codes'] as const)
    expect(
      await site.db.selectFrom(table).select('user_id').where('user_id', '=', member.id).execute(),
    ).toEqual([]);
  const sessions = site.db.selectFrom('auth.sessions').select('aal').where('user_id', '=', member.id);
  expect(await sessions.execute()).toEqual([{ aal: 'aal1' }]);
});
