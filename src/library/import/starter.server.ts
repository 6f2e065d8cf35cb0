import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import type { Database } from '#access/database.ts';
import type { Operator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { importInto } from './import.server.ts';
import type { SourceRow } from './records.ts';
import { readSource } from './sources.server.ts';

const folder = fileURLToPath(new URL('../../../db/seed/demo', import.meta.url));

const tierRecords = z.array(
  z.object({
    name: z.string(),
    price: z.int(),
    daily_copy_limit: z.int(),
    trial_days: z.int(),
    access_level: z.int(),
    featured: z.boolean(),
    features: z.array(z.string()),
  }),
);
const startedKey = 'starter';
/** The items are dated as if they had been written over the last weeks. */
const spacing = 9 * 3_600_000;

/**
 * Fills an empty site with the starter catalog: plans, prompts and playbooks. It happens once: a site that has
 * had its start, and whatever its owner removed since, is left alone.
 */
export async function seedStarter(db: Database, operator: Operator<'library'>): Promise<void> {
  if (await isStarted(db)) return;
  const { rows, refused } = await readSource(folder);
  if (refused.length > 0) throw new Error(`The starter catalog is damaged: ${JSON.stringify(refused)}`);
  const tiers = tierRecords.parse(parseYaml(await readFile(`${folder}/tiers.yaml`, 'utf8')));
  await writable(db, operator)
    .transaction()
    .execute(async (transaction) => {
      await sql`lock table site_settings in exclusive mode`.execute(transaction);
      if (await isStarted(transaction)) return;
      await transaction
        .insertInto('site_settings')
        .values({ setting_key: startedKey, setting_value: 'demo' })
        .execute();
      const { rows: answers } = await sql<{ used: boolean }>`
      select exists (select from prompts) or exists (select from playbooks) or exists (select from tiers) as used`.execute(
        transaction,
      );
      if (answers[0]?.used) return;
      await transaction.insertInto('tiers').values(tiers).execute();
      await importInto(transaction, operator, mixed(rows), { spacing });
    });
}

/** Types and levels side by side instead of the alphabet, the same at every site. */
const mixed = (rows: SourceRow[]) => {
  const rank = ({ key }: SourceRow) => createHash('sha256').update(key).digest('hex');
  return rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
};

async function isStarted(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('site_settings')
    .select('setting_key')
    .where('setting_key', '=', startedKey)
    .executeTakeFirst();
  return row !== undefined;
}
