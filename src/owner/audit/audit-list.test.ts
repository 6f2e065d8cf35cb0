import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildTier, readAllPages } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { detailsOf } from './audit-words.ts';

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  ({ token } = await buildAdmin(site));
});
afterAll(() => site.stop());

type Values = { at: string; area?: string; email?: string | null; target?: string | null; details?: object };
async function note({ at, area = 'tiers', email = 'ada@example.com', target = null, details = {} }: Values) {
  const { rows } = await sql<{ id: string }>`
    insert into audit_log (created_at, actor_kind, actor_role, actor_email, action, area, target_id, fields, details)
    values (${at}, 'person', 'admin', ${email}, 'PATCH /admin/tiers/{id}', ${area}, ${target}, '{price,name}', ${JSON.stringify(details)})
    returning id`.execute(site.db);
  return rows[0]?.id ?? '';
}
const query = (filters: Record<string, string>) => new URLSearchParams(filters).toString();
const list = async (filters: Record<string, string>) => {
  const answer = await site.api('GET', `/api/v1/admin/audit?${query(filters)}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
const table = async (filters: Record<string, string>) => {
  const { text } = await site.api('GET', `/api/v1/admin/audit/export?${query(filters)}`, { token });
  return text.split('\r\n').slice(0, -1);
};

describe('the audit log', () => {
  test('for a period includes its first moment but not its last, in the list and in the table', async () => {
    const times = ['09:59:59.999', '10:00:00.000', '10:59:59.999', '11:00:00.000'].map(
      (time) => `2031-01-05T${time}Z`,
    );
    const ids: string[] = [];
    for (const at of times) ids.push(await note({ at, area: 'a-time' }));
    const hour = { area: 'a-time', from: times[1] ?? '', until: times[3] ?? '' };
    expect(idsOf(await list(hour))).toEqual([ids[2], ids[1]]);
    expect((await list(hour)).total).toBe(2);
    const lines = await table(hour);
    expect(lines.slice(1).map((line) => line.slice(0, 24))).toEqual([times[2], times[1]]);
  });

  test('can be searched for part of an address, ignoring case and without patterns', async () => {
    const at = '2031-02-01T00:00:00Z';
    const one = await note({ at, area: 'searched', email: 'Grace_1@Example.com' });
    await note({ at, area: 'searched', email: 'graceX1@example.com' });
    await note({ at, area: 'searched', email: null });
    expect(idsOf(await list({ area: 'searched', q: ' GRACE_1 ' }))).toEqual([one]);
    expect((await list({ area: 'searched', q: '%' })).total).toBe(0);
    expect(await table({ area: 'searched', q: 'grace_1' })).toHaveLength(2);
  });

  test('shows the current names of targets, and none for deleted ones', async () => {
    const tier = await buildTier(site, { name: 'Renamed since' });
    const at = '2031-03-01T00:00:00Z';
    await note({ at, area: 'named', target: tier.id });
    await note({ at: '2031-03-02T00:00:00Z', area: 'named', target: crypto.randomUUID() });
    await note({ at: '2031-03-03T00:00:00Z', area: 'named', target: 'a-slug' });
    const { items } = await list({ area: 'named' });
    expect(items.map((item: { target_name: string | null }) => item.target_name)).toEqual([
      null,
      null,
      'Renamed since',
    ]);
    expect(idsOf(await list({ target: tier.id }))).toHaveLength(1);
  });

  test('offers all areas with entries, regardless of the filter', async () => {
    await note({ at: '2031-04-01T00:00:00Z', area: 'b-area' });
    await note({ at: '2031-04-01T00:00:00Z', area: 'a-area' });
    const { areas } = await list({ area: 'a-area' });
    expect(areas).toEqual([...areas].sort());
    expect(areas).toEqual(expect.arrayContaining(['a-area', 'b-area']));
  });
});

describe('the table of the audit log', () => {
  test('has every field of an entry in its columns, and no formulas for a spreadsheet', async () => {
    const id = crypto.randomUUID();
    await note({
      at: '2031-05-01T08:00:00.123Z',
      area: 'columns',
      email: '=a@example.com',
      target: id,
      details: { until: null },
    });
    expect(await table({ area: 'columns' })).toEqual([
      'time,actor_kind,actor_id,actor_email,actor_role,action,area,target_id,target,fields,details,request_id',
      `2031-05-01T08:00:00.123Z,person,,'=a@example.com,admin,PATCH /admin/tiers/{id},columns,${id},,price name,"{""until"":null}",`,
    ]);
  });

  test('has every entry once, even if many were made at the same moment', async () => {
    await sql`insert into audit_log (created_at, actor_kind, action, area, target)
      select '2031-06-01T00:00:00.123456Z', 'command', 'many', 'many', 'number ' || number from generate_series(1, 2500) number`.execute(
      site.db,
    );
    const targets = (await table({ area: 'many' })).slice(1).map((line) => /number \d+/.exec(line)?.[0]);
    expect(targets).toHaveLength(2_500);
    expect(new Set(targets).size).toBe(2_500);
  });

  test('is complete even if its length is exactly one batch', async () => {
    await sql`insert into audit_log (created_at, actor_kind, action, area)
      select '2031-07-01T00:00:00Z'::timestamptz + number * interval '1 second', 'command', 'full', 'full'
      from generate_series(1, 1000) number`.execute(site.db);
    const lines = await table({ area: 'full' });
    expect(lines).toHaveLength(1_001);
    expect(lines[1]).toContain('2031-07-01T00:16:40.000Z');
  });

  test('matches the pages of the list', async () => {
    const path = '/api/v1/admin/audit?area=many&limit=100';
    const { items, pages } = await readAllPages<{ id: string }>(site, path, { token });
    expect([new Set(items.map(({ id }) => id)).size, pages]).toEqual([2_500, 25]);
  });
});

test('every field that can be in an entry has a name', async () => {
  type Schema = { $ref?: string; properties?: object; allOf?: Schema[] };
  type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } };
  const { body } = await site.api('GET', '/api/v1/openapi.json');
  const fieldsOf = ({ $ref, properties = {}, allOf = [] }: Schema): string[] => [
    ...Object.keys(properties),
    ...allOf.flatMap(fieldsOf),
    ...($ref ? fieldsOf(body.components.schemas[$ref.split('/').at(-1) ?? '']) : []),
  ];
  const sent = Object.entries<Record<string, Operation>>(body.paths)
    .filter(([path]) => path.startsWith('/admin/'))
    .flatMap(([, operations]) => Object.values(operations))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .flatMap(({ schema }) => fieldsOf(schema));
  const fields = [...new Set(sent)].sort();
  expect(fields.length).toBeGreaterThan(100);
  const unnamed = fields.filter(
    (field) => detailsOf({ action: '', fields: [field], details: {} }, new Map()) === field,
  );
  expect(unnamed).toEqual([]);
});
