import { sql } from 'kysely';
import sharp from 'sharp';
import { inject } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { seedStarter } from '#library/import/starter.server.ts';
import { openDatabase } from '#platform/database/database.server.ts';
import { buildAdmin, buildMember, buildPrompt } from './build.ts';
import type { createTestDatabase } from './database.ts';
import { dropDatabase, quietLog } from './postgres.ts';
import { appSecret, type TestSite } from './site.ts';

/** The environment for the command line, with its data in `folder`. */
export const backupEnvironment =
  (folder: () => string) =>
  (connectionString: string, values: Record<string, string> = {}) => ({
    DATABASE_URL: connectionString,
    DATA_DIR: folder(),
    APP_SECRET: appSecret,
    ...values,
  });

/** Every row of every table as text, by table. */
export async function rowsOf(database: Awaited<ReturnType<typeof createTestDatabase>>) {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth') and tablename not like 'kysely%' and tablename <> 'rate_limits' order by 1`.execute(
    database.db,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of rows) {
    const found = await sql<{
      line: string;
    }>`select row::text as line from ${sql.raw(name)} row order by 1`.execute(database.db);
    all[name] = found.rows.map(({ line }) => line);
  }
  return all;
}

async function upload(site: TestSite, token: string): Promise<string> {
  const body = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#472' } })
    .png()
    .toBuffer();
  const response = await fetch(`${site.url}/api/v1/admin/media/prompts/kept.png`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(body),
  });
  return (await response.json()).url;
}

/** Fills a site with data that is easily damaged on the way. */
export async function fillSite(site: TestSite) {
  await seedStarter(site.db, asOperator('library'));
  const [member, admin] = [await buildMember(site), await buildAdmin(site)];
  const prompt = await buildPrompt(site, {
    prompt_body: 'odd \\ "text" \u2028 \\N \t 😀\r\n\\.\n',
    preview_image_url: await upload(site, admin.token),
  });
  await site.api('PUT', `/api/v1/prompts/${prompt.slug}/vote`, { token: member.token });
  // A reply that its reader hasn't been told about yet.
  const comments = `/api/v1/prompts/${prompt.slug}/comments`;
  const { body } = await site.api('POST', comments, { token: member.token, body: { body: 'How?' } });
  await site.api('POST', comments, { token: admin.token, body: { body: 'So', parent_id: body.id } });
  await site.pool.query("select nextval('billing_reads') from generate_series(1, 41)");
  return { member, prompt };
}

/** Opens a database that the command line has written. */
export async function reopen(connectionString: string) {
  const opened = openDatabase(connectionString, quietLog, 5);
  return {
    ...opened,
    async drop() {
      await opened.db.destroy();
      await dropDatabase(inject('testServer').url, new URL(connectionString).pathname.slice(1));
    },
  };
}
