import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyDays, scopes } from '#constants';
import { errorCodes } from '#platform/errors.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

describe('the published description', () => {
  test('has every endpoint once, with a summary, its parameters and what it answers', async () => {
    const { body } = await site.api('GET', '/api/v1/openapi.json');
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] });
    const described = Object.entries(
      body.paths as Record<string, Record<string, Record<string, unknown>>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const inApi = described.filter(({ operation }) => !operation.servers);
    const served = new Set(
      site.endpoints
        .filter(
          (endpoint) =>
            /^(GET|POST|PUT|PATCH|DELETE) \/api\/v1\//.test(endpoint) &&
            !/(openapi\.json|client\.ts)$/.test(endpoint),
        )
        .map((endpoint) => endpoint.replace(' /api/v1', ' ').replaceAll(/:(\w+)/g, '{$1}')),
    );
    expect(new Set(inApi.map(({ method, path }) => `${method.toUpperCase()} ${path}`))).toEqual(served);
    for (const { method, path, operation } of described.filter((one) => !inApi.includes(one)))
      expect(site.endpoints).toContain(
        `${method.toUpperCase()} ${(operation.servers as { url: string }[])[0]?.url}${path}`,
      );
    for (const { path, method, operation } of described) {
      expect(operation.summary, `${method} ${path}`).toMatch(/^\S.{5,}/);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = (operation.parameters ?? []) as {
        name: string;
        in: string;
        required: boolean;
        schema: { type?: string };
      }[];
      // Parameters are never null, and path parameters are always required: generated clients put them into the path, and take them in
      // the order of the description.
      for (const parameter of parameters) {
        expect([`${method} ${path}`, parameter.name, typeof parameter.schema.type]).not.toContain('object');
        if (parameter.in === 'path') expect(parameter.required).toBe(true);
      }
      expect(
        parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
        `${method} ${path}`,
      ).toEqual(named);
      const statuses = Object.keys(operation.responses as object);
      expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
      for (const status of ['500', '503']) expect(statuses).toContain(status);
      // The caller may be unknown, or have a key or a session without the permission.
      for (const status of ['401', '403']) expect(statuses, `${method} ${path}`).toContain(status);
    }
  });

  test('says for every endpoint that requests are limited, and when to try again', async () => {
    const { body } = await site.api('GET', '/api/v1/openapi.json');
    type Operation = {
      responses: Record<string, { headers?: Record<string, { schema: object; description: string }> }>;
    };
    const described = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, ...operation })),
    );
    expect(described.length).toBeGreaterThan(30);
    // Requests with a key count even where the key isn't allowed.
    for (const { at, responses } of described)
      for (const status of [429, 503])
        expect([at, responses[status]?.headers?.['Retry-After']]).toEqual([
          at,
          { schema: { type: 'integer' }, description: expect.stringMatching(/seconds/i) },
        ]);
  });

  test('has each operation in one group, which the page shows', async () => {
    const { body } = await site.api('GET', '/api/v1/openapi.json');
    const page = await (await fetch(`${site.url}/api/docs`)).text();
    const groups = (body.tags as { name: string }[]).map(({ name }) => name);
    type Operation = { tags: string[] };
    const used = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
      Object.values(methods).map(({ tags }) => tags),
    );
    for (const tags of used) expect(tags).toEqual([expect.toBeOneOf(groups)]);
    for (const group of groups) {
      expect(used.flat()).toContain(group);
      expect(page).toContain(`>${group}</h2>`);
    }
  });

  test('describes what cannot be guessed, wherever it occurs', async () => {
    const { body } = await site.api('GET', '/api/v1/openapi.json');
    type Parameter = { name: string; in: string; description?: string };
    type Operation = {
      parameters?: Parameter[];
      requestBody?: { content: Record<string, { schema: Schema }> };
    };
    type Schema = { $ref?: string; properties?: Record<string, { description?: string }> };
    const operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, ...operation })),
    );
    for (const { at, parameters = [] } of operations)
      for (const { name, description } of parameters)
        if (['q', 'cursor', 'limit', 'page', 'order', 'favorites', 'slug', 'tier', 'version'].includes(name))
          expect([at, name, description]).toEqual([at, name, expect.stringMatching(/^\S.{5,}/)]);
    const schemas: Record<string, Schema> = body.components.schemas;
    const fieldsOf = (at: string) => {
      const found = operations.find((operation) => operation.at === at)?.requestBody?.content;
      const schema = found?.['application/json']?.schema;
      return (schema?.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema)?.properties;
    };
    expect(fieldsOf('post /admin/prompts')?.status?.description).toContain('`published` by default');
    expect(fieldsOf('post /admin/playbooks')?.status?.description).toContain('`draft` by default');
    for (const { at } of operations.filter((operation) => operation.at.startsWith('patch ')))
      if (fieldsOf(at)?.updated_at)
        expect([at, fieldsOf(at)?.updated_at?.description]).toEqual([at, expect.stringContaining('409')]);
  });

  test('says that programs can ask for the scopes of an endpoint by OAuth', async () => {
    const { body } = await site.api('GET', '/api/v1/openapi.json');
    const { flows } = body.components.securitySchemes.oauth;
    expect(Object.keys(flows.authorizationCode.scopes)).toEqual(scopes);
    expect(body.paths['/runs'].get.security).toContainEqual({ oauth: ['runs:write', 'library:read'] });
    expect(JSON.stringify(body.paths['/profile'])).not.toContain('"oauth"');
  });

  test('says that feeds take a key as the password, and nothing else does', async () => {
    const { body } = await site.api('GET', '/api/v1/openapi.json');
    const takesBasic = Object.entries(
      body.paths as Record<string, Record<string, { security: Record<string, unknown>[] }>>,
    ).flatMap(([path, methods]) =>
      Object.values(methods).some(({ security }) => security.some((way) => 'keyAsPassword' in way))
        ? path
        : [],
    );
    expect(takesBasic).toEqual(['/feed.atom', '/feed.json']);
    expect(body.components.securitySchemes.keyAsPassword).toMatchObject({ type: 'http', scheme: 'basic' });
  });

  test('has all days after which a key can expire', async () => {
    const { body } = await site.api('GET', '/api/v1/openapi.json');
    const { schema } = body.paths['/keys'].post.requestBody.content['application/json'];
    expect(schema.properties.days).toMatchObject({ type: 'integer', enum: keyDays });
  });

  test('says what the id of a new record is for', async () => {
    const { body } = await site.api('GET', '/api/v1/openapi.json');
    type Schema = { $ref?: string; properties?: Record<string, { description?: string }> };
    const schemas: Record<string, Schema> = body.components.schemas;
    type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } };
    const ids = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, { post }]) => {
        const schema = post?.requestBody?.content['application/json']?.schema;
        const name = schema?.$ref?.split('/').at(-1) ?? '';
        const id = (schemas[name] ?? schema)?.properties?.id;
        return id ? [{ path, description: id.description }] : [];
      },
    );
    expect(ids.length).toBeGreaterThan(10);
    for (const { path, description } of ids)
      expect([path, description]).toEqual([path, expect.stringContaining('Sent again')]);
  });

  test('has every error code with its status and meaning, as has its page', async () => {
    const { body } = await site.api('GET', '/api/v1/openapi.json');
    const described: string = body.components.schemas.ErrorBody.properties.code.description;
    const page = await (await fetch(`${site.url}/api/docs`)).text();
    const shown = page.slice(page.indexOf('id="error-codes"'));
    for (const [code, { status, meaning }] of Object.entries(errorCodes)) {
      expect(described).toContain(`\n- \`${code}\` (${status}): ${meaning}`);
      expect(shown).toMatch(new RegExp(`${status}</span> (<!-- -->)?${code}</dt>`));
    }
  });

  test('is shown with the scopes that a key needs, and with its limits', async () => {
    const page = (await (await fetch(`${site.url}/api/docs`)).text()).replaceAll(/<!--.*?-->/g, '');
    const part = (id: string) => page.slice(page.indexOf(`<details id="${id}"`)).split('</details>')[0];
    expect(part('get-runs')).toContain('A key needs the scopes');
    expect(part('get-runs')).toMatch(/runs:write<.*library:read</);
    expect(part('get-profile')).not.toContain('A key needs');
    expect(page).toContain('300 requests a minute');
    expect(page).toContain('24 by default, at most 100');
    expect(page).toContain('1 MiB and 10,000 values');
  });

  test('names no secret and no address of this machine', async () => {
    const { text } = await site.api('GET', '/api/v1/openapi.json');
    expect(text).not.toContain(site.url);
    expect(text).not.toContain(site.dataDir);
  });
});
