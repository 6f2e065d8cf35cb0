import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from './harness/build.ts';
import { buildKey } from './harness/build-key.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// A record is deleted while others save data that refers to it: they are told that it no longer exists.
let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  site = await createTestSite();
  [member, admin] = await Promise.all([buildMember(site, { level: 2 }), buildAdmin(site)]);
});
afterAll(() => site.stop());

const waiting = async () =>
  (
    await site.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;

/** Deletes a row, and sends a request before the deletion is committed. */
async function askDuringDeletion<Answer>(table: string, id: string, ask: () => Promise<Answer>) {
  const client = await site.pool.connect();
  await client.query('begin');
  await client.query(`delete from ${table} where id = $1`, [id]);
  const answer = ask();
  await expect.poll(waiting).toBe(1);
  await client.query('commit');
  client.release();
  return answer;
}

type Answer = { status: number; body: unknown };
const gone = { error: 'This was deleted a moment ago.', code: 'not_found' };
const expectGone = ({ status, body }: Answer) => expect([status, body]).toEqual([404, gone]);

const { body, path } = { body: { body: 'A comment' }, path: '/api/v1' };
const asMember = (method: string, address: string, sent?: unknown) =>
  site.api(method, `${path}/${address}`, { token: member.token, body: sent });

test.each([
  ['PUT', 'prompts', 'favorite'],
  ['PUT', 'prompts', 'vote'],
  ['POST', 'prompts', 'comments', body],
  ['POST', 'prompts', 'copies', {}],
  ['PUT', 'playbooks', 'favorite'],
  ['PUT', 'playbooks', 'vote'],
  ['POST', 'playbooks', 'comments', body],
  ['POST', 'playbooks', 'runs', {}],
] as const)('%s of one of the %s, to its %s, while it is deleted forever', async (...call) => {
  const [method, collection, action, sent] = call;
  const { id, slug } = await (collection === 'prompts' ? buildPrompt(site) : buildPlaybook(site));
  if (collection === 'playbooks') await buildStep(site, { id });
  expectGone(
    await askDuringDeletion(collection, id, () => asMember(method, `${collection}/${slug}/${action}`, sent)),
  );
});

test('a program favorites a prompt over MCP while it is deleted forever', async () => {
  const [{ id, slug }, key] = [await buildPrompt(site), await buildKey(site, member)];
  const params = { name: 'set_favorite', arguments: { kind: 'prompt', slug, favorite: true } };
  const { text } = await askDuringDeletion('prompts', id, () =>
    site.api('POST', '/mcp', {
      token: key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { accept: 'application/json, text/event-stream' },
    }),
  );
  expect(text).toContain(gone.error);
});

test('a comment is answered while its author deletes it', async () => {
  const { slug } = await buildPrompt(site);
  const parent = await asMember('POST', `prompts/${slug}/comments`, body);
  const answer = { body: 'An answer', parent_id: parent.body.id };
  expectGone(
    await askDuringDeletion('comments', parent.body.id, () =>
      asMember('POST', `prompts/${slug}/comments`, answer),
    ),
  );
});

test('a plan is given to a member while it is deleted', async () => {
  const [{ id }, guest] = await Promise.all([buildTier(site), buildMember(site)]);
  expectGone(
    await askDuringDeletion('tiers', id, () =>
      site.api('PUT', `/api/v1/admin/members/${guest.id}/plan`, {
        token: admin.token,
        body: { tier_id: id, until: null },
      }),
    ),
  );
});

test('a member copies a prompt while their account is deleted', async () => {
  const [{ slug }, guest] = await Promise.all([buildPrompt(site), buildMember(site)]);
  const { status, body } = await askDuringDeletion('auth.users', guest.id, () =>
    site.api('POST', `/api/v1/prompts/${slug}/copies`, { token: guest.token, body: {} }),
  );
  expect([status, body.code]).toEqual([404, 'not_found']);
});

test('a session is opened while its account is deleted', async () => {
  const guest = await buildMember(site);
  const { status, body } = await askDuringDeletion('auth.users', guest.id, () =>
    site.api('POST', '/auth/v1/token?grant_type=password', {
      body: { email: guest.email, password: guest.password },
    }),
  );
  expect([status, body]).toEqual([
    400,
    { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
  ]);
});
