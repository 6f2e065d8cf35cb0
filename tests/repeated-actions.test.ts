import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessTo, callCell, isOfTeam, matrix } from './harness/access-matrix.ts';
import { prepareMatrix } from './harness/access-matrix-site.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// An action of the team is logged if, and only if, it changes something. Most of those that are repeated don't.

let site: TestSite;
let admin: string | undefined;
beforeAll(async () => {
  site = await createTestSite();
  ({ admin } = await prepareMatrix(site));
});
afterAll(() => site.stop());

/** What these do is outside the database. */
const outside = [
  'POST /api/v1/admin/settings/test-model',
  'POST /api/v1/admin/test-email',
  'PUT /api/v1/admin/media/:folder/:file',
];

const entries = async () =>
  (await sql<{ action: string }>`select action from audit_log order by id`.execute(site.db)).rows;

/** A digest of every table, except for those that are written to without an action. */
async function contents() {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')
      and tablename not in ('audit_log', 'rate_limits', 'bulk_changes')`.execute(site.db);
  const digests = tables.map(
    ({ name }) => sql`(select md5(string_agg(row::text, ' ' order by row::text)) from ${sql.raw(name)} row)`,
  );
  const { rows } = await sql<{ digests: string[] }>`select array[${sql.join(digests)}] as digests`.execute(
    site.db,
  );
  return rows[0]?.digests;
}

const actions = Object.entries(matrix)
  .filter(([endpoint]) => !endpoint.startsWith('GET ') && isOfTeam(accessTo(endpoint)))
  .filter(([endpoint]) => !outside.includes(endpoint))
  .flatMap(([endpoint, cells]) => cells.map((cell) => ({ endpoint, path: cell.path, cell })));

test.each(actions)('$endpoint of $path', async ({ endpoint, cell }) => {
  await callCell(site, endpoint, cell, admin);
  const [before, known] = [await contents(), await entries()];
  const { text } = await callCell(site, endpoint, cell, admin);
  const isUnchanged = isDeepStrictEqual(await contents(), before);
  expect((await entries()).length, text).toBe(known.length + (isUnchanged ? 0 : 1));
});
