import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Every endpoint of the published description gets values of every kind in every place. The answer must always be a documented one, and
// never a server error.

type Operation = {
  servers?: { url: string }[];
  parameters?: { name: string; in: string; schema?: { enum?: string[] } }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};
let site: TestSite;
let tokens: string[];
let paths: Record<string, Record<string, Operation>>;
const known = { slug: '', id: '' };

beforeAll(async () => {
  site = await createTestSite();
  const [admin, member, prompt] = await Promise.all([
    buildAdmin(site),
    buildMember(site),
    buildPrompt(site),
    buildPlaybook(site),
  ]);
  tokens = [admin.token, member.token];
  Object.assign(known, { slug: prompt.slug, id: prompt.id });
  paths = (await site.api('GET', '/api/v1/openapi.json')).body.paths;
});
afterAll(() => site.stop());

const naughty = fc.constantFrom(
  '',
  ' ',
  '\0',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e400',
  '0x10',
  '٣',
  '𝔘𝔫𝔦',
  '\ud83d\ude00',
  '\u202e',
  '%00',
  '%',
  '_',
  '\\',
  "'",
  '"',
  "' or 1=1 --",
  "'; drop table prompts; --",
  '1; select pg_sleep(1)',
  '$1',
  '{{7*7}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..%2f',
  '//evil.example',
  'javascript:alert(1)',
  '[object Object]',
  'true',
  '[]',
  '{}',
  'a'.repeat(5_000),
);
const text = fc.oneof(naughty, fc.string({ unit: 'binary', maxLength: 40 }), fc.uuid());
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, text, { maxKeys: 3 }),
);
const fieldNames = [
  'title',
  'description',
  'prompt_body',
  'category',
  'prompt_type',
  'status',
  'tier_access',
  'difficulty',
  'tags',
  'steps',
  'price',
  'is_purchasable',
  'name',
  'features',
  'body',
  'parent_id',
  'position',
  'password',
  'display_name',
  'bio',
  'role',
  'preview_image_url',
  'image_url',
  'use_cases',
  'updated_at',
  'daily_copy_limit',
  'site_name',
  'site_logo',
  'support_email',
  '__proto__',
];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 6 }),
  value,
  fc.constant('{not json'),
);
const parameter = (name: string) => {
  if (name === 'slug') return fc.oneof(fc.constant('KNOWN-SLUG'), text);
  if (name === 'id') return fc.oneof(fc.constant('KNOWN-ID'), fc.uuid(), text);
  if (name === 'collection' || name === 'folder')
    return fc.oneof(fc.constantFrom('prompts', 'playbooks'), text);
  return text;
};
const runs = 40;

describe('generated requests', () => {
  test('are answered as the description says, by every endpoint', async () => {
    const strange: string[] = [];
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const parameters = operation.parameters ?? [];
        const request = fc.record({
          values: fc.tuple(...parameters.map(({ name }) => parameter(name))),
          set: fc.tuple(...parameters.map(() => fc.boolean())),
          body,
          token: fc.nat({ max: 3 }),
        });
        for (const sample of fc.sample(request, { numRuns: runs, seed: 7 })) {
          let address = `${operation.servers?.[0]?.url ?? '/api/v1'}${path}`;
          const query = new URLSearchParams();
          parameters.forEach(({ name, in: place }, index) => {
            const given = String(sample.values[index])
              .replace('KNOWN-SLUG', known.slug)
              .replace('KNOWN-ID', known.id);
            if (place === 'path')
              address = address.replace(`{${name}}`, encodeURIComponent(given.toWellFormed()) || 'x');
            else if (sample.set[index]) query.set(name, given);
          });
          const token = tokens[sample.token];
          const sent = operation.requestBody || method === 'put' ? { body: sample.body ?? {} } : {};
          const answer = await site.api(
            method.toUpperCase(),
            query.size > 0 ? `${address}?${query}` : address,
            {
              ...(token ? { token } : {}),
              ...sent,
            },
          );
          // A path with dots or an empty part changes to another path before it is sent.
          const isDocumented = String(answer.status) in operation.responses || answer.status === 404;
          if (answer.status >= 500 || !isDocumented) {
            strange.push(
              `${method} ${address} ${JSON.stringify(sent).slice(0, 200)} -> ${answer.status} ${answer.text.slice(0, 120)}`,
            );
          }
        }
      }
    }
    expect(strange.slice(0, 10)).toEqual([]);
  }, 300_000);

  test('leave the tables in place', async () => {
    const { rows } = await site.pool.query(
      "select count(*)::int as n from pg_tables where schemaname in ('public', 'auth')",
    );
    expect(rows[0].n).toBeGreaterThan(15);
  });
});
