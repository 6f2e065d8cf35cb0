import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { createStrictProgram } from '#tests/harness/strict-program.ts';

let site: TestSite;
let program: Awaited<ReturnType<typeof createStrictProgram>>;
beforeAll(async () => {
  site = await createTestSite();
  program = await createStrictProgram(site, new URL(site.url).port);
});
afterAll(() => site.stop());

const statusOf = async (token: string) =>
  (
    await site.api('POST', '/mcp', {
      token,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      headers: { accept: 'application/json, text/event-stream' },
    })
  ).status;

test('a program whose answer was lost refreshes again', async () => {
  const { client, tokens } = await program.connect((await buildMember(site)).token);
  const lost = await program.refresh(client, tokens.refresh_token ?? '');
  const next = await program.refresh(client, tokens.refresh_token ?? '');
  expect(next.refresh_token).not.toBe(lost.refresh_token);
  const later = await program.refresh(client, next.refresh_token ?? '');
  expect(await statusOf(later.access_token)).toBe(200);
});

test('so do two that refresh at the same moment', async () => {
  const { client, tokens } = await program.connect((await buildMember(site)).token);
  const both = await Promise.all([1, 2].map(() => program.refresh(client, tokens.refresh_token ?? '')));
  for (const { access_token } of both) expect(await statusOf(access_token)).toBe(200);
});

test('a token that is used again later ends the access of the program and the thief', async () => {
  const { client, tokens } = await program.connect((await buildMember(site)).token);
  const stolen = tokens.refresh_token ?? '';
  const next = await program.refresh(client, stolen);
  await site.pool.query("update oauth_records set consumed_at = consumed_at - interval '11 seconds'");
  await expect(program.refresh(client, stolen)).rejects.toThrow();
  await expect(program.refresh(client, next.refresh_token ?? '')).rejects.toThrow();
  expect(await statusOf(next.access_token)).toBe(401);
});

test('a refresh meanwhile does not give the stolen token more time', async () => {
  const { client, tokens } = await program.connect((await buildMember(site)).token);
  const stolen = tokens.refresh_token ?? '';
  await program.refresh(client, stolen);
  await site.pool.query("update oauth_records set consumed_at = consumed_at - interval '6 seconds'");
  await program.refresh(client, stolen);
  await site.pool.query("update oauth_records set consumed_at = consumed_at - interval '6 seconds'");
  await expect(program.refresh(client, stolen)).rejects.toThrow();
});
