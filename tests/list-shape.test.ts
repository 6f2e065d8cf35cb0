import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listLimitDefault, listLimitMaximum } from '#constants';
import { keepInOutbox } from '#platform/mail/outbox.server.ts';
import { matrix } from './harness/access-matrix.ts';
import type { Cell } from './harness/access-matrix-callers.ts';
import { prepareMatrix } from './harness/access-matrix-site.ts';
import { readAllPages } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

/** The matrix has no import. */
const importId = '00000000-0000-4000-8000-0000000000a1';
let site: TestSite;
let tokens: Awaited<ReturnType<typeof prepareMatrix>>;
beforeAll(async () => {
  site = await createTestSite();
  tokens = await prepareMatrix(site);
  await sql`insert into imports (id, name, kind, state, settings) values (${importId}, 'list.csv', 'csv', 'done', '{}')`.execute(
    site.db,
  );
  await sql`insert into import_rows (import_id, position, place, title, outcome)
    select ${importId}, place, 'line ' || place, 'Row ' || place, 'created' from generate_series(1, 3) place`.execute(
    site.db,
  );
});
afterAll(() => site.stop());

type Schema = {
  $ref?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  default?: unknown;
  minimum?: number;
  maximum?: number;
};
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

/** Short by nature: without a `limit` they come whole. */
const whole = [
  '/admin/categories',
  '/admin/offers',
  '/admin/pages',
  '/admin/pages/{id}/versions',
  '/admin/tiers',
  '/admin/webhooks',
  '/collections',
  '/collections/{id}/items',
  '/connections',
  '/keys',
  '/my-versions',
  '/pages',
  '/recent',
  '/runs',
  '/sessions',
  '/tiers',
  '/values',
];

/** What every GET answers, by its path in the published description. */
async function answers() {
  const { body } = await site.api('GET', '/api/v1/openapi.json');
  const schemas = body.components.schemas as Record<string, Schema>;
  return Object.entries(body.paths as Record<string, { get?: Operation }>).flatMap(([path, { get }]) => {
    const sent = get?.responses[200]?.content?.['application/json']?.schema;
    if (!get || !sent) return [];
    const schema = sent.$ref ? schemas[sent.$ref.split('/').at(-1) ?? ''] : sent;
    return schema ? [{ path, schema, parameters: get.parameters ?? [] }] : [];
  });
}

/** A path that ends in a parameter is of one thing, which may have items too. */
const isList = ({ path, schema }: { path: string; schema: Schema }) =>
  schema.properties?.items?.type === 'array' && !path.endsWith('}');

const importCells: Record<string, Pick<Cell, 'path' | 'expected'>> = {
  '/admin/imports/{id}/rows': { path: `/admin/imports/${importId}/rows`, expected: { admin: 200 } },
};

describe('every list of the API', () => {
  test('says how many there are and where it goes on, and takes a limit and a cursor', async () => {
    const all = await answers();
    expect(all.filter(({ schema }) => schema.type === 'array').map(({ path }) => path)).toEqual([]);
    const lists = all.filter(isList);
    expect(lists.length).toBeGreaterThan(30);
    for (const { path, schema, parameters } of lists) {
      expect(schema.required, path).toEqual(expect.arrayContaining(['items', 'total', 'next_cursor']));
      const query = new Map(
        parameters.filter((one) => one.in === 'query').map((one) => [one.name, one.schema]),
      );
      expect(query.has('cursor'), path).toBe(true);
      const { minimum, maximum, default: usual } = query.get('limit') ?? {};
      expect({ minimum, maximum, usual }, path).toEqual({
        minimum: 1,
        maximum: listLimitMaximum,
        usual: whole.includes(path) ? undefined : listLimitDefault,
      });
    }
    expect(
      lists
        .map(({ path }) => path)
        .filter((path) => whole.includes(path))
        .sort(),
    ).toEqual(whole);
  });

  test('comes in pages that are as long as asked for, and leave nothing out', async () => {
    const lists = (await answers()).filter(isList);
    for (const { path } of lists) {
      const cell =
        importCells[path] ??
        matrix[`GET /api/v1${path.replaceAll(/{(\w+)}/g, ':$1')}`]?.find(
          ({ expected }) => expected.admin === 200 || expected.author === 200,
        );
      if (!cell) throw new Error(`The matrix has no address of ${path} for an admin or author.`);
      const address = new URL(`/api/v1${cell.path}`, site.url);
      const token = tokens[cell.expected.admin === 200 ? 'admin' : 'author'] ?? '';
      const ask = (query: Record<string, string>) => {
        for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
        return site.api('GET', address.pathname + address.search, { token });
      };
      const { body } = await ask({ limit: '100' });
      expect
        .soft(body, path)
        .toMatchObject({ items: expect.any(Array), total: expect.any(Number), next_cursor: null });
      expect.soft(body.total, path).toBeGreaterThanOrEqual(path.includes('comments') ? 0 : body.items.length);
      expect.soft((await ask({ limit: '0' })).status, path).toBe(422);
      const one = await ask({ limit: '1' });
      // A comment comes with its replies.
      if (!path.endsWith('/comments')) expect.soft(one.body.items.length, path).toBeLessThanOrEqual(1);
      const { items } = await readAllPages(site, address.pathname + address.search, { token });
      expect.soft(items, path).toEqual(body.items);
      const broken = await ask({ cursor: 'x' });
      expect.soft([broken.status, broken.body.code], path).toEqual([400, 'invalid_cursor']);
    }
  });

  const changed = (statement: string) => async () => void (await site.pool.query(statement));
  const addEmail = () =>
    keepInOutbox(
      site.dataDir,
      randomUUID(),
      { from: 'a@example.com', to: 'b@example.com', subject: 'More', text: 'More' },
      { to: 'b@example.com', subject: 'More', text: 'More', html: '' },
    );
  test.each([
    [
      '/admin/imports',
      changed(
        "insert into imports (id, name, kind, settings) values (gen_random_uuid(), 'more', 'csv', '{}')",
      ),
    ],
    ['/admin/mailings', changed("insert into mailings (subject) values ('More')")],
    [
      '/admin/mailings/bounces',
      changed(`update profiles set email_bounced_at = now()
        where id = (select id from profiles where email_bounced_at is null limit 1)`),
    ],
    ['/admin/outbox', addEmail],
  ])('whose newest come first goes on where it was while more come: %s', async (path, add) => {
    const token = tokens.admin ?? '';
    const ask = async (query: string) => {
      const { body } = await site.api('GET', `/api/v1${path}?${query}`, { token });
      return { ids: body.items.map(({ id }: { id: string }) => id), cursor: body.next_cursor };
    };
    for (let index = 0; index < 3; index += 1) await add();
    const first = await ask('limit=2');
    await add();
    const second = await ask(`limit=100&cursor=${first.cursor}`);
    const all = (await ask('limit=100')).ids;
    expect(second.ids.length).toBeGreaterThan(0);
    expect(second.ids).toEqual(all.slice(all.indexOf(first.ids.at(-1)) + 1));
  });
});
