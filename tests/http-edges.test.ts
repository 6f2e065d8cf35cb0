import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Behavior that all URLs share: bodies, methods, headers and the shape of errors.
let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  site = await createTestSite();
  [member, admin] = await Promise.all([buildMember(site), buildAdmin(site)]);
});
afterAll(() => site.stop());

const bytesPerMiB = 1_048_576;
const patchProfile = (body: unknown, headers: Record<string, string> = {}) =>
  site.api('PATCH', '/api/v1/profile', { token: member.token, body, headers });

describe('a body', () => {
  test("that isn't JSON, or has another content type, is refused and changes nothing", async () => {
    await patchProfile({ bio: 'before' });
    for (const [body, headers] of [
      ['{"bio":', {}],
      ['{"bio":"x"}{', {}],
      ["{'bio':'x'}", {}],
      ['bio=x', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['{"bio":"x"}', { 'content-type': 'text/plain' }],
      ['{"bio":"x"}', { 'content-type': 'multipart/form-data; boundary=x' }],
    ] as const) {
      const answer = await patchProfile(body, headers);
      const isJson = !('content-type' in headers);
      expect([answer.status, answer.body.code], body).toEqual(
        isJson ? [400, 'bad_request'] : [415, 'unsupported_media_type'],
      );
      expect(answer.body).toEqual({ error: expect.any(String), code: expect.any(String) });
    }
    expect((await site.api('GET', '/api/v1/profile', { token: member.token })).body.bio).toBe('before');
  });

  test("that isn't JSON is refused with its own code by functions too", async () => {
    const { status, body } = await site.api('POST', '/functions/v1/create-checkout-session', {
      token: member.token,
      body: 'type=playbook',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const error = 'This content type is not accepted here. Send JSON as application/json.';
    expect([status, body]).toEqual([415, { error, code: 'unsupported_media_type' }]);
  });

  test('is refused with a message for people', async () => {
    const checkout = (body: unknown) =>
      site.api('POST', '/functions/v1/create-checkout-session', { token: member.token, body });
    expect((await checkout({})).body.error).toBe('type: Choose one of: playbook, subscription');
    expect((await checkout({ type: 'playbook', playbookId: 'x' })).body.error).toMatch(
      /^playbookId: Must be an ID, such as /,
    );
    expect((await patchProfile({ bio: 7 })).body.error).toBe('bio: Must be of type string');
    expect((await patchProfile('{"bio":')).body.error).toBe("The body can't be read as JSON.");
  });

  const noLevels = [
    true,
    ' 1 ',
    '1 ',
    '0x1',
    '1e0',
    '-1',
    '1.0',
    1.5,
    null,
    '',
    [],
    [1],
    {},
    '1234567890123',
  ];
  test.each(noLevels.map((tierId) => ({ tierId })))(
    'of a checkout names its plan with an access level, and not as $tierId',
    async ({ tierId }) => {
      const { status, body } = await site.api('POST', '/functions/v1/create-checkout-session', {
        token: member.token,
        body: { type: 'subscription', tierId },
      });
      expect([status, body.code]).toEqual([422, 'validation_failed']);
      expect(body.error).toMatch(/^tierId: /);
    },
  );

  test.each([1, '1'])('of a checkout names its plan with %j', async (tierId) => {
    const { status } = await site.api('POST', '/functions/v1/create-checkout-session', {
      token: member.token,
      body: { type: 'subscription', tierId },
    });
    expect(status).toBe(404);
  });

  test('is refused with the name of the invalid field, but not its value', async () => {
    const answer = await patchProfile({ bio: 'fine', display_name: 'secret-word'.repeat(20) });
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    expect(answer.body.error).toContain('display_name');
    expect(answer.text).not.toContain('secret-word');
  });

  test('clears a text of the profile with null as well as with an empty text', async () => {
    for (const empty of [null, '', '  ']) {
      await patchProfile({ display_name: 'Ann', bio: 'Writes.' });
      const { status, body } = await patchProfile({ display_name: empty, bio: empty });
      expect([status, body.display_name, body.bio]).toEqual([200, null, null]);
    }
  });

  test('may not have unknown fields', async () => {
    for (const extra of [
      { role: 'admin' },
      { tier_id: crypto.randomUUID() },
      { id: member.id },
      { email: 'x@example.com' },
    ])
      expect((await patchProfile({ bio: 'x', ...extra })).status, JSON.stringify(extra)).toBe(422);
    const prototype = await patchProfile('{"bio":"kept","__proto__":{"role":"admin"}}');
    expect(prototype.status).toBeLessThan(500);
    expect((await site.api('GET', '/api/v1/profile', { token: member.token })).body.can.administer).toBe(
      false,
    );
  });

  test.each([
    ['PATCH', '/api/v1/profile', 1],
    ['POST', '/functions/v1/send-welcome-email', 1],
    ['POST', '/functions/v1/create-checkout-session', 1],
    ['POST', '/functions/v1/stripe-webhook', 1],
    ['POST', '/auth/v1/signup', 1],
    ['POST', '/api/v1/admin/prompts', 16],
    ['POST', '/functions/v1/analyze-prompt', 16],
  ])('of %s %s is refused over %i MiB', async (method, path, size) => {
    const body = JSON.stringify({ title: 'x', prompt_body: 'y'.repeat(size * bytesPerMiB) });
    const answer = await site.api(method, path, { token: admin.token, body });
    expect(answer.status).toBe(413);
    expect(answer.headers.get('connection')).toBe('close');
  });

  test('of a prompt can have as many characters as a prompt, a million', async () => {
    const create = (length: number) =>
      site.api('POST', '/api/v1/admin/prompts', {
        token: admin.token,
        body: { title: 'Long', prompt_body: 'ü'.repeat(length), status: 'draft' },
      });
    const { body } = await create(1_000_000);
    expect(body.prompt_body).toHaveLength(1_000_000);
    expect((await create(1_000_001)).status).toBe(422);
    await site.api('DELETE', `/api/v1/admin/prompts/${body.id}`, { token: admin.token });
  });

  test("of a member's own version can have as many characters, in every script", async () => {
    const { body: original } = await site.api('POST', '/api/v1/admin/prompts', {
      token: admin.token,
      body: { title: 'Original', prompt_body: 'x', status: 'published' },
    });
    const save = (method: string, path: string, body: object) =>
      site.api(method, `/api/v1/my-versions${path}`, { token: admin.token, body });
    const made = await save('POST', '', { prompt: original.slug, text: '語'.repeat(1_000_000) });
    expect([made.status, made.body.text?.length]).toEqual([201, 1_000_000]);
    const changed = await save('PATCH', `/${made.body.id}`, { text: '文'.repeat(1_000_000) });
    expect([changed.status, changed.body.text?.length]).toEqual([200, 1_000_000]);
    expect((await save('PATCH', `/${made.body.id}`, { text: 'x'.repeat(5 * bytesPerMiB) })).status).toBe(413);
    await site.api('DELETE', `/api/v1/admin/prompts/${original.id}`, { token: admin.token });
  });

  test('that is nested deeply or has very many values is refused before it is parsed', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const wide = `[${'{},'.repeat(20_000)}{}]`;
    const { key } = (
      await site.api('POST', '/api/v1/keys', {
        token: member.token,
        body: { name: 'Reader', scopes: ['library:read'] },
      })
    ).body;
    const named = '"email":"reader@example.com","password":"a-password"';
    for (const [method, path, code] of [
      ['POST', '/auth/v1/signup', 'error_code'],
      ['PUT', '/auth/v1/user', 'error_code'],
      ['POST', '/auth/v1/token?grant_type=password', 'error_code'],
      ['PATCH', '/api/v1/profile', 'code'],
      ['POST', '/mcp', 'code'],
    ] as const) {
      const send = async (other: string) => {
        const { status, body } = await site.api(method, path, {
          token: path === '/mcp' ? key : member.token,
          body: `{${named},"other":${other}}`,
        });
        return [path, status, body[code], body.error ?? body.msg];
      };
      const tooDeep = 'The body is nested too deeply.';
      expect(await send(deep)).toEqual([path, 422, 'validation_failed', tooDeep]);
      const tooLarge = path.startsWith('/auth') ? 'request_too_large' : 'payload_too_large';
      const tooMany = 'The body has more than 10,000 values.';
      expect(await send(wide)).toEqual([path, 413, tooLarge, tooMany]);
    }
    // Brackets inside a string don't count, and an escaped quotation mark doesn't end it.
    const text = `\\"${'['.repeat(20_000)}${','.repeat(20_000)}\\\\`;
    expect(
      (await site.api('PATCH', '/api/v1/profile', { token: member.token, body: `{"bio":"${text}"}` })).status,
    ).toBe(422);
    expect(
      (await site.api('POST', '/auth/v1/token?grant_type=password', { body: `{${named},"other":"${text}"}` }))
        .status,
    ).toBe(400);
  });

  test('by the team is limited likewise, at ten times as many values', async () => {
    const send = async (tags: string) => {
      const body = `{"title":"Tagged","prompt_body":"Text","tags":${tags}}`;
      const answer = await site.api('POST', '/api/v1/admin/prompts', { token: admin.token, body });
      return [answer.status, answer.body.code, answer.body.error];
    };
    const many = (count: number) => `[${'{},'.repeat(count)}{}]`;
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(await send(many(20_000))).toEqual([422, 'validation_failed', 'tags: At most 50 entries']);
    expect(await send(many(200_000))).toEqual([
      413,
      'payload_too_large',
      'The body has more than 100,000 values.',
    ]);
    expect(await send(deep)).toEqual([422, 'validation_failed', 'The body is nested too deeply.']);
  });

  test('sent without a length is limited as well', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${site.url}/auth/v1/signup`, { method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      // The connection may be closed while the rest is still being sent.
      call.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EPIPE' ? undefined : reject(error),
      );
      for (let index = 0; index < 20; index += 1) call.write('x'.repeat(100_000));
      call.end();
    });
    expect(status).toBe(413);
  });
});

describe('user metadata', () => {
  const deep = `${'['.repeat(50_000)}1${']'.repeat(50_000)}`;
  const account = (data: string) =>
    `{"email":"keeper-${Math.random()}@example.com","password":"a-password","data":${data}}`;

  test("is refused if it is nested deeply, too large, or can't be stored, and nothing is created", async () => {
    for (const [data, status] of [
      [`{"a":${deep}}`, 422],
      [`{"a":"${'x'.repeat(5_000)}"}`, 422],
      ['{"a":"\\u0000"}', 400],
      ['{"a":"\\ud800"}', 400],
    ] as const) {
      const answer = await site.api('POST', '/auth/v1/signup', { body: account(data) });
      expect([answer.status, answer.body.error_code], data.slice(0, 20)).toEqual([
        status,
        'validation_failed',
      ]);
    }
  });

  test("can't exceed its limit through many small changes", async () => {
    const { token } = await buildMember(site);
    const put = (name: string) =>
      site.api('PUT', '/auth/v1/user', { token, body: { data: { [name]: 'x'.repeat(1_500) } } });
    expect([(await put('a')).status, (await put('b')).status, (await put('c')).status]).toEqual([
      200, 200, 422,
    ]);
    expect((await put('a')).status).toBe(200);
  });

  test('is refused in the data API too if it has the wrong type', async () => {
    const { token } = await buildMember(site);
    const answer = await site.api('PATCH', '/api/v1/profile', { token, body: `{"bio":${deep}}` });
    expect(answer.status).toBe(422);
  });
});

describe('an address', () => {
  test("that doesn't exist is answered in the format of its part of the site", async () => {
    const [api, functions, auth, page] = await Promise.all(
      ['/api/v1/nothing', '/functions/v1/nothing', '/auth/v1/nothing', '/nothing'].map((path) =>
        site.api('GET', path),
      ),
    );
    expect([api?.status, api?.body.code]).toEqual([404, 'not_found']);
    expect([functions?.status, functions?.body.code]).toEqual([404, 'not_found']);
    const posted = await site.api('POST', '/functions/v1/nothing', { body: {} });
    expect([posted.status, posted.body.error]).toEqual([404, 'There is no such function.']);
    expect([auth?.status, auth?.body.error_code]).toEqual([404, 'not_found']);
    expect([page?.status, page?.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test.each([
    '/%',
    '/api/v1/prompts/%',
    '/media/prompts/%',
    '/browse?category=%',
    '/browse?q=%ff',
    '/%00',
    '/%09/%09',
    '/%0A/%0d',
    '//%09/evil.example/..',
    '/api/v1/prompts?q=%c3',
  ])('that cannot be decoded is no fault of ours: %s', async (path) => {
    // fetch would correct some of these paths.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(site.url);
      request({ hostname, port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect([200, 400, 401, 404, 422]).toContain(status);
  });

  test.each([
    '/browse/%00',
    '/browse/a%00b',
    '/browse/%00.data',
    '/browse-playbooks/%00',
    '/pages/%00',
    '/categories/%00',
    '/browse?category=%00',
    '/browse?q=a%00b',
    '/browse.data?q=a%00',
    '/browse-playbooks?q=a%00b',
    '/feed.atom?category=%00',
    '/feed.json?category=%00',
    '/embed/prompts/%00',
    '/og/prompts/%00.png',
    '/oembed?url=%00',
  ])('with a character that no text has leads to no page: %s', async (path) => {
    const { status } = await fetch(`${site.url}${path}`);
    expect([400, 404, 422]).toContain(status);
  });

  test('of another host after two slashes is treated as a path', async () => {
    const answer = await fetch(`${site.url}//evil.example/x`, { redirect: 'manual' });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('location')).toBeNull();
  });
});

describe('every answer', () => {
  const addresses = [
    ['GET', '/'],
    ['GET', '/signin'],
    ['GET', '/nowhere'],
    ['GET', '/robots.txt'],
    ['GET', '/favicon.svg'],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/api/v1/prompts'],
    ['GET', '/api/v1/profile'],
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v1/client.ts'],
    ['GET', '/auth/v1/user'],
    ['GET', '/auth/v1/settings'],
    ['POST', '/functions/v1/stripe-webhook'],
    ['GET', '/functions/v1/unsubscribe'],
    ['GET', '/media/prompts/none.webp'],
    ['GET', '/og/site.png'],
    ['POST', '/pricing'],
  ] as const;

  test.each(addresses)('has the security headers: %s %s', async (method, path) => {
    const { headers } = await site.api(method, path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('of the API, auth, functions and probes must not be cached', async () => {
    for (const [method, path] of addresses.filter(([, address]) =>
      /^\/((api|auth|functions)\/v1(?!\/client\.ts)|healthz|readyz)/.test(address),
    )) {
      const { headers } = await site.api(method, path, method === 'GET' ? { token: member.token } : {});
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });
});
