import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { visible } from '#access/predicate.server.ts';
import { visitor } from '#access/viewer.ts';

export type DigestItem = { collection: 'prompts' | 'playbooks'; slug: string; title: string };

type Week = {
  /** The day after the week, such as `2026-11-23`. */
  monday: string;
  /** The time zone in which days begin. */
  zone: string;
  limit: number;
};

/**
 * Items that became visible in the seven days before a Monday, newest first. The access rule for visitors' lists applies, because every
 * member may know these names.
 * @returns at most `limit` items, and the total.
 */
export async function digestItems(
  db: Database,
  { monday, zone, limit }: Week,
): Promise<{ items: DigestItem[]; total: number }> {
  const edge = (daysBefore: number): RawBuilder<Date> =>
    sql`((${monday}::date - ${daysBefore}::int)::timestamp at time zone ${zone}::text)`;
  const published = sql`coalesce(published_at, created_at)`;
  const inWeek = sql`${published} >= ${edge(7)} and ${published} < ${edge(0)}`;
  const { rows } = await sql<DigestItem & { total: number }>`
    select collection, slug, title, count(*) over ()::int as total from (
      select 'playbooks' as collection, id, slug, title, ${published} as published
        from playbooks where ${visible(visitor, 'playbook', 'list')} and ${inWeek}
      union all
      select 'prompts', id, slug, title, ${published} from prompts where ${visible(visitor, 'prompt', 'list')} and ${inWeek}
    ) newest order by published desc, id desc limit ${limit}`.execute(db);
  return {
    items: rows.map(({ collection, slug, title }) => ({ collection, slug, title })),
    total: rows[0]?.total ?? 0,
  };
}
