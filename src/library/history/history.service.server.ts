import { type RawBuilder, sql } from 'kysely';
import { currentSlug } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import { grantAccount, requireSignedIn } from '#access/decide.ts';
import { isHistoryChanged, readHistoryTexts } from '#access/gated-history.server.ts';
import { grantPlaybook, grantPrompt } from '#access/items.server.ts';
import { visible } from '#access/predicate.server.ts';
import type { SignedInViewer, Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { readBlanks } from '#library/blanks/public/blanks.ts';
import { blankKey, fillBlanks, filledLength, parseBlanks } from '#library/blanks/public/parse.ts';
import type { Readings } from '#library/catalog/public/readings.ts';
import { difference, requireComparison } from '#library/versions/public/difference.server.ts';
import { pageByTime } from '#platform/database/list-page.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import * as common from '#ui/words/messages.ts';
import type { HistoryEntry, HistoryEntryDetail, HistoryList, HistoryQuery } from './history.contract.ts';

type Row = Omit<HistoryEntry, 'at' | 'place' | 'can'> & {
  at: Date;
  step: number | null;
  prompt: number | null;
  values: Record<string, string> | null;
  can_read: boolean;
};

/** A member's history, visible only to themselves. Its texts require access to their item. Every method throws AppError 401. */
export function createHistoryService(
  db: Database,
  readings: Pick<Readings, 'requireReading'>,
  rateLimits: RateLimits,
) {
  /** Entries about items that the viewer can still open. */
  const from = (viewer: SignedInViewer) => sql`from history_entries entry
    left join prompts on prompts.id = entry.prompt_id and ${visible(viewer, 'prompt', 'open')}
    left join playbooks on playbooks.id = entry.playbook_id and ${visible(viewer, 'playbook', 'open')}
    where entry.user_id = ${viewer.userId} and coalesce(prompts.id, playbooks.id) is not null`;

  const select = (viewer: SignedInViewer, rest: RawBuilder<unknown>) => sql<Row & { sort_key: string }>`
    select entry.id, entry.action, entry.at, entry.at::text as sort_key, entry.step, entry.prompt, entry.values, entry.run_id,
      case when prompts.id is null then 'playbook' else 'prompt' end as target_type,
      coalesce(prompts.slug, playbooks.slug) as slug, coalesce(prompts.title, playbooks.title) as title,
      coalesce(entry.version is not null or entry.text_hash is not null, false) as has_text,
      ${isHistoryChanged(viewer)} as is_changed,
      case when prompts.id is null then ${visible(viewer, 'playbook', 'read')} else ${visible(viewer, 'prompt', 'read')} end as can_read
    ${from(viewer)} ${rest}`;

  async function find(viewer: SignedInViewer, id: string): Promise<Row> {
    const { rows } = await select(viewer, sql`and entry.id = ${id}`).execute(db);
    if (!rows[0]) throw new AppError('not_found', common.not_found());
    const { sort_key: _, ...row } = rows[0];
    return row;
  }

  /** @throws AppError 429 */
  async function requireReading(viewer: SignedInViewer, { target_type, slug }: Row) {
    if (target_type === 'prompt') await readings.requireReading(await grantPrompt(db, viewer, slug, 'read'));
    else await readings.requireReading(await grantPlaybook(db, viewer, slug, 'read'));
  }

  return {
    /** A page of the history, without texts. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, { action, prompt, ...query }: HistoryQuery): Promise<HistoryList> {
      const member = requireSignedIn(viewer);
      const page = pageByTime(query, { time: 'entry.at', id: 'entry.id' });
      const filter = sql`${action ? sql`and entry.action = ${action}` : sql``}
        ${prompt ? sql`and prompts.slug = ${currentSlug('prompts', prompt)}` : sql``}`;
      const [found, counted] = await Promise.all([
        select(member, sql`${filter} and ${page.condition} ${page.ordered}`).execute(db),
        sql<{ total: number }>`select count(*)::int as total ${from(member)} ${filter}`.execute(db),
      ]);
      const { rows, next_cursor } = page.of(found.rows);
      return { items: rows.map(toEntry), total: counted.rows[0]?.total ?? 0, next_cursor };
    },

    /**
     * An entry with its text, filled in as it was copied.
     * @throws AppError 404; 429 over the plan's reading limit or the limit of comparisons
     */
    async get(viewer: Viewer, id: string): Promise<HistoryEntryDetail> {
      const member = requireSignedIn(viewer);
      const row = await find(member, id);
      const read = () => readHistoryTexts<BlankDefinition>(db, member, id);
      let texts = await read();
      // What was bought or has been counted today is already there.
      if (row.can_read && row.has_text && member.readingCounts && texts?.before === null) {
        await requireReading(member, row);
        texts = await read();
      }
      const before = texts?.before ?? null;
      const isShown = row.is_changed && before !== null;
      if (isShown) await requireComparison(rateLimits, member.userId);
      return {
        ...toEntry(row),
        text: before === null ? null : filledIn(before, row.values, texts?.definitions ?? []),
        difference: isShown ? difference(before, texts?.now ?? '') : [],
      };
    },

    /** @throws AppError 404 */
    async erase(viewer: Viewer, id: string): Promise<void> {
      const proof = grantAccount(viewer, 'keep');
      const { numDeletedRows } = await writable(db, proof)
        .deleteFrom('history_entries')
        .where('id', '=', id)
        .where('user_id', '=', proof.viewer.userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('not_found', common.not_found());
    },

    async eraseAll(viewer: Viewer): Promise<void> {
      const proof = grantAccount(viewer, 'keep');
      await writable(db, proof)
        .deleteFrom('history_entries')
        .where('user_id', '=', proof.viewer.userId)
        .execute();
    },
  };
}

/** A text with the values that it was copied with. */
function filledIn(text: string, values: Row['values'], definitions: readonly BlankDefinition[]): string {
  if (!values) return text;
  const found = new Set(readBlanks(text, definitions).blanks.map(({ name }) => blankKey(name)));
  const scopes = new Map(definitions.map(({ name, scope }) => [blankKey(name), scope]));
  // A blank that was filled in but isn't found in this text must have been declared by its author.
  const pieces = parseBlanks(text, (key) =>
    Object.hasOwn(values, key) && !found.has(key) ? 'everywhere' : scopes.get(key),
  );
  const filled = (key: string) => (Object.hasOwn(values, key) ? values[key] : undefined);
  // A copy from a playbook is filled in by its page, so any values are recorded.
  return filledLength(pieces, filled) > limits.filledText ? text : fillBlanks(pieces, filled);
}

const toEntry = ({ at, step, prompt, can_read, values: _, ...row }: Row): HistoryEntry => ({
  ...row,
  at: at.toISOString(),
  place: step === null || prompt === null ? null : { step, prompt },
  can: { read: can_read },
});

/** A member's history with the values that they filled in, for their data export. */
export const exportHistory = (userId: string) => sql`
  select entry.action, entry.at, case when entry.prompt_id is null then 'playbook' else 'prompt' end as target_type,
    coalesce(prompt.slug, playbook.slug) as slug, entry.version, entry.step, entry.prompt, entry.values
  from history_entries entry left join prompts prompt on prompt.id = entry.prompt_id
    left join playbooks playbook on playbook.id = entry.playbook_id
  where entry.user_id = ${userId} order by entry.at`;
