import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listLimitDefault, listLimitMaximum } from '#constants';
import { encodeCursor, encodeNumber, encodePlace } from '#platform/database/cursor.server.ts';
import { keepInOutbox } from '#platform/mail/outbox.server.ts';
import { matrix } from './harness/access-matrix.ts';
import type { Cell } from './harness/access-matrix-callers.ts';
import { mailingIds } from './harness/access-matrix-mailings.ts';
import { prepareMatrix } from './harness/access-matrix-site.ts';
import { readAllPages } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

/** The matrix has no import, so the test adds one. */
const importId = '00000000-0000-4000-8000-0000000000a1';
let site: TestSite;
let tokens: Awaited<ReturnType<typeof prepareMatrix>>;
beforeAll(async () => {
  site = await createTestSite();
  tokens = await prepareMatrix(site);
  await sql`insert into imports (id, name, kind, state, settings) values (${importId}, 'list.csv', 'csv', 'done', '{}')`.execute(
    site.db,
  );
  await sql`insert into mailing_recipients (mailing_id, status, done_at)
    select ${mailingIds.sent}, 'failed', now() - make_interval(mins => minute) from generate_series(1, 3) minute`.execute(
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

/** These lists are always short, so without `limit` they are returned whole. */
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

/** What the cursors of lists by time name as their list. */
const cursorNames: Record<string, string> = {
  '/admin/audit': 'audit_log',
  '/admin/comments': 'comments waiting',
  '/admin/imports': 'imports.created_at',
  '/admin/mailings': 'mailing.created_at',
  '/admin/mailings/bounces': 'email_bounced_at',
  '/admin/mailings/{id}/recipients': 'missed.missed_at',
  '/admin/members': 'profiles',
  '/admin/offers/gifts': 'gifts',
  '/admin/playbooks': 'playbooks',
  '/admin/prompts': 'prompts',
  '/admin/users': 'profiles',
  '/admin/webhooks/{id}/deliveries': 'delivery.created_at',
  '/history': 'entry.at',
  '/playbooks': 'playbook',
  '/prompts': 'prompt',
  '/prompts/{slug}/results': 'results',
  '/results': 'results',
  '/{collection}/{slug}/comments': 'comments',
  '/{collection}/{slug}/comments/{id}/replies': 'replies',
};

/** The same for lists that come whole, and for those by title. */
const placeNames: Record<string, string> = {
  '/admin/offers': 'offers',
  '/admin/pages': 'admin pages',
  '/admin/pages/{id}/versions': 'page versions',
  '/admin/prompt-picker': 'prompt picker',
  '/admin/prompts/{id}/uses': 'prompt uses',
  '/admin/tiers': 'admin tiers',
  '/admin/webhooks': 'webhooks',
  '/collections': 'collections',
  '/connections': 'connections',
  '/keys': 'keys',
  '/my-versions': 'my versions',
  '/pages': 'pages',
  '/recent': 'recent',
  '/runs': 'runs',
  '/sessions': 'sessions',
  '/tiers': 'tiers',
  '/values': 'values',
};

/** The same for lists by number. */
const numberNames: Record<string, string> = {
  '/admin/imports/{id}/rows': 'import rows',
  '/admin/pages/{id}/consents': 'page consents',
  '/playbooks/{slug}/versions': 'playbook versions',
  '/prompts/{slug}/versions': 'prompt versions',
};

/** The response schema of every GET, by its path in the published description. */
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

/** A path that ends with a parameter returns a single thing, which may have `items` too. */
const isList = ({ path, schema }: { path: string; schema: Schema }) =>
  schema.properties?.items?.type === 'array' && !path.endsWith('}');

const importCells: Record<string, Pick<Cell, 'path' | 'expected'>> = {
  '/admin/imports/{id}/rows': { path: `/admin/imports/${importId}/rows`, expected: { admin: 200 } },
};

/** Every list with a URL for it from the matrix, requested by an admin or the author. */
const listsToAsk = async () =>
  (await answers()).filter(isList).map(({ path }) => {
    const cell =
      importCells[path] ??
      matrix[`GET /api/v1${path.replaceAll(/{(\w+)}/g, ':$1')}`]?.find(
        ({ expected }) => expected.admin === 200 || expected.author === 200,
      );
    if (!cell) throw new Error(`The matrix has no address of ${path} for an admin or author.`);
    const token = tokens[cell.expected.admin === 200 ? 'admin' : 'author'] ?? '';
    const address = (query: Record<string, string>) => {
      const { pathname, searchParams } = new URL(`/api/v1${cell.path}`, site.url);
      for (const [name, value] of Object.entries(query)) searchParams.set(name, value);
      return `${pathname}?${searchParams}`;
    };
    const ask = (query: Record<string, string>) => site.api('GET', address(query), { token });
    return { path, token, address, ask };
  });

describe('every list of the API', () => {
  test('has a total and a next cursor, and accepts a limit and a cursor', async () => {
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

  test('is paged by the requested length, without gaps', async () => {
    for (const { path, ask, address, token } of await listsToAsk()) {
      const { body } = await ask({ limit: '100' });
      expect
        .soft(body, path)
        .toMatchObject({ items: expect.any(Array), total: expect.any(Number), next_cursor: null });
      expect.soft(body.total, path).toBeGreaterThanOrEqual(path.includes('comments') ? 0 : body.items.length);
      expect.soft((await ask({ limit: '0' })).status, path).toBe(422);
      const one = await ask({ limit: '1' });
      // Comments are returned with their replies.
      if (!path.endsWith('/comments')) expect.soft(one.body.items.length, path).toBeLessThanOrEqual(1);
      const { items } = await readAllPages(site, address({ limit: '1' }), { token });
      expect.soft(items, path).toEqual(body.items);
      for (const cursor of ['', 'x', '0', '1', '-1', '999999999']) {
        const broken = await ask({ cursor });
        expect.soft([broken.status, broken.body.code], `${path} ${cursor}`).toEqual([400, 'invalid_cursor']);
      }
    }
  });

  test('has the total even if nothing comes after the cursor', async () => {
    const nowhere = '00000000-0000-4000-8000-000000000000';
    const cursorsOf = (path: string) => [
      ...[999_999_999, 0].map((number) => encodeNumber(numberNames[path] ?? '', number)),
      '0001-01-01T00',
      ...['0001-01-01 00:00:00+00', '9999-01-01 00:00:00+00'].map((time) =>
        encodeCursor(cursorNames[path] ?? '', ['newest', time, nowhere]),
      ),
      encodePlace(placeNames[path] ?? '', [null, null, null]),
      encodePlace(placeNames[path] ?? '', ['\u{10ffff}', nowhere]),
    ];
    // In manually ordered lists, a cursor must name an existing row.
    const lists = (await listsToAsk()).filter(
      ({ path }) => !/\/categories$|\/collections\/.+\/items$/.test(path),
    );
    for (const { path, ask } of lists) {
      const { total } = (await ask({ limit: '100' })).body;
      const ends = (await Promise.all(cursorsOf(path).map((cursor) => ask({ limit: '100', cursor })))).filter(
        ({ status, body }) => status === 200 && body.items.length === 0,
      );
      expect.soft(ends.length, path).toBeGreaterThan(0);
      for (const { body } of ends) expect.soft(body, path).toMatchObject({ total, next_cursor: null });
    }
  });

  test('refuses the cursor of another list', async () => {
    const somebody = '00000000-0000-4000-8000-000000000000';
    const cursors = [...new Set(Object.values(cursorNames))].map((name) =>
      encodeCursor(name, ['newest', '2026-01-01 00:00:00+00', somebody]),
    );
    for (const { path, ask } of await listsToAsk()) {
      const answers = await Promise.all(cursors.map((cursor) => ask({ cursor })));
      const taken = answers.filter(({ status, body }) => status !== 400 || body.code !== 'invalid_cursor');
      expect.soft(taken.length, path).toBe(path in cursorNames ? 1 : 0);
    }
    const lists = (await listsToAsk()).filter(({ path }) => path in placeNames);
    const ofNumbers = Object.values(numberNames).map((name) => encodeNumber(name, 1));
    for (const { path, ask } of await listsToAsk()) {
      const statuses = await Promise.all(ofNumbers.map(async (cursor) => (await ask({ cursor })).status));
      expect.soft(statuses.filter((status) => status === 200).length, path).toBe(path in numberNames ? 1 : 0);
    }
    const names = lists.map(({ path }) => placeNames[path] ?? '');
    expect(new Set(names).size).toBe(Object.keys(placeNames).length);
    for (const [index, { path, ask }] of lists.entries()) {
      const statusFor = async (name = '') =>
        (await ask({ cursor: encodePlace(name, ['x', somebody]) })).status;
      expect
        .soft([await statusFor(names[index]), await statusFor(names.at(index - 1))], path)
        .toEqual([200, 400]);
    }
  });

  test("refuses cursors with a time that PostgreSQL doesn't have", async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    const times = [
      ...['+16', '-16', '+99', '+15:60'].map((offset) => `2024-01-01 00:00:00${offset}`),
      '2024-13-45 00:00:00+00',
    ];
    for (const { path, ask } of await listsToAsk())
      for (const time of times) {
        const cursor = encodeCursor(cursorNames[path] ?? '', ['newest', time, nobody]);
        const { status, body } = await ask({ cursor });
        expect.soft([status, body.code], path).toEqual([400, 'invalid_cursor']);
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
    [
      `/admin/mailings/${mailingIds.sent}/recipients`,
      changed(`insert into mailing_recipients (mailing_id, status, done_at, bounced_at)
        select '${mailingIds.sent}', status, done_at, now()
        from (values ('failed', now()), ('handed', null)) more (status, done_at)`),
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
