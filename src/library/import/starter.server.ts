import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import type { Database } from '#access/database.ts';
import type { Operator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { readSettings } from '#site/settings/public/read-settings.server.ts';
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
const settingKey = 'starter';
/** Milliseconds between the items' dates, so that they look like the work of several weeks. */
const spacing = 9 * 3_600_000;

/**
 * Applies STARTER. Without it, a site that was once started with `none` stays without the starter catalog; any other
 * site gets it.
 */
export async function applyStarter(
  db: Database,
  operator: Operator<'library'>,
  choice: 'demo' | 'none' | undefined,
): Promise<void> {
  if (choice === undefined && (await readChoice(db)) === 'none') return;
  if (choice !== 'none') return seedStarter(db, operator);
  await writable(db, operator)
    .insertInto('site_settings')
    .values({ setting_key: settingKey, setting_value: 'none' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Fills an empty site with the starter catalog: plans, prompts and playbooks. This happens only once, so that items
 * deleted by the owner don't come back.
 */
export async function seedStarter(db: Database, operator: Operator<'library'>): Promise<void> {
  if ((await readChoice(db)) === 'demo') return;
  const { rows, refused } = await readSource(folder);
  if (refused.length > 0) throw new Error(`The starter catalog is damaged: ${JSON.stringify(refused)}`);
  const tiers = tierRecords.parse(parseYaml(await readFile(`${folder}/tiers.yaml`, 'utf8')));
  await writable(db, operator)
    .transaction()
    .execute(async (transaction) => {
      await sql`lock table site_settings in exclusive mode`.execute(transaction);
      if ((await readChoice(transaction)) === 'demo') return;
      await transaction
        .insertInto('site_settings')
        .values({ setting_key: settingKey, setting_value: 'demo' })
        .onConflict((conflict) => conflict.column('setting_key').doUpdateSet({ setting_value: 'demo' }))
        .execute();
      const { rows: contents } = await sql<{ used: boolean }>`
      select exists (select from prompts) or exists (select from playbooks) or exists (select from tiers) as used`.execute(
        transaction,
      );
      if (contents[0]?.used) return;
      await transaction.insertInto('tiers').values(tiers).execute();
      await importInto(transaction, operator, shuffle(rows), { spacing });
    });
}

/** Mixes types and levels instead of listing them alphabetically, in the same order on every site. */
const shuffle = (rows: SourceRow[]) => {
  const rank = ({ key }: SourceRow) => createHash('sha256').update(key).digest('hex');
  return rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
};

/** `demo` once the site has been seeded; `none` if its owner chose not to have the starter catalog. */
async function readChoice(db: Database): Promise<string | undefined> {
  return (await readSettings(db, [settingKey])).get(settingKey);
}
