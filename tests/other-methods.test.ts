import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

test('an address that is requested with another method says which it has, and changes nothing', async () => {
  const [member, admin] = await Promise.all([buildMember(site), buildAdmin(site)]);
  const { slug } = await buildPrompt(site);
  for (const [method, path, allowed] of [
    ['POST', '/api/v1/profile', 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/api/v1/prompts', 'GET, HEAD'],
    ['PUT', `/api/v1/prompts/${slug}`, 'GET, HEAD'],
    ['DELETE', `/api/v1/prompts/${slug}`, 'GET, HEAD'],
    ['GET', `/api/v1/prompts/${slug}/vote`, 'PUT, DELETE'],
    ['GET', `/api/v1/prompts/${slug}/copies`, 'POST'],
    ['HEAD', `/api/v1/prompts/${slug}/copies`, 'POST'],
    ['OPTIONS', `/api/v1/prompts/${slug}/copies`, 'POST'],
    ['OPTIONS', '/api/v1/prompts', 'GET, HEAD'],
    ['OPTIONS', '/auth/v1/token', 'POST'],
    ['OPTIONS', '/functions/v1/create-checkout-session', 'POST'],
    ['DELETE', '/api/v1/openapi.json', 'GET, HEAD'],
    ['POST', '/api/v1/client.ts', 'GET, HEAD'],
    ['GET', '/functions/v1/analyze-prompt', 'POST'],
    ['GET', '/auth/v1/logout', 'POST'],
    ['GET', '/auth/v1/signup', 'POST'],
    ['PATCH', '/auth/v1/verify', 'GET, HEAD, POST'],
  ] as const) {
    const answer = await site.api(method, path, { token: admin.token });
    expect([method, path, answer.status]).toEqual([method, path, 405]);
    expect([path, answer.headers.get('allow')]).toEqual([path, allowed]);
    if (method === 'HEAD') continue;
    expect(answer.body).toEqual(
      path.startsWith('/auth')
        ? { code: 405, error_code: 'method_not_allowed', msg: expect.stringContaining(allowed) }
        : { code: 'method_not_allowed', error: expect.stringContaining(allowed) },
    );
  }
  for (const [method, path] of [
    ['PATCH', '/pricing'],
    ['DELETE', '/'],
    ['POST', '/api/v1/nonsense/x/vote'],
    ['GET', '/api/v1/nonsense/x/vote'],
    ['OPTIONS', '/api/v1/nonsense/x/vote'],
  ] as const)
    expect([path, (await site.api(method, path, { token: admin.token })).status]).toEqual([path, 404]);
  expect((await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token })).body).toMatchObject({
    vote_count: 0,
    view_count: 0,
  });
  expect((await site.api('GET', '/api/v1/profile', { token: admin.token })).body.copies_left).toBeNull();
});
