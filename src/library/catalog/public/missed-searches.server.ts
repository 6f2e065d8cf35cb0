import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#access/database.ts';
import { visible } from '#access/predicate.server.ts';
import { type Viewer, visitor } from '#access/viewer.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { dayMilliseconds, figures } from '#constants';
import type { Log } from '#platform/observability/log.server.ts';
import { currentRequest } from '#platform/observability/request-context.server.ts';
import { missedText } from '../missed-text.ts';
import { searchCondition } from '../search-conditions.server.ts';
import { readTerms } from '../search-terms.ts';

const { settleMilliseconds, waiting, remembered, visitorsPerMinute } = figures.missed;

export type MissedSearches = ReturnType<typeof createMissedSearches>;
type Search = { q: string | undefined; isFirstPage: boolean; total: number };

/**
 * Counts searches that find nothing in the whole library. A member's search counts once a day per text, and only the
 * final text, not what was typed on the way. Who searched is only kept in memory.
 */
export function createMissedSearches(db: Database, counter: OperatorWriter<'figures'>, log: Log) {
  const pending = new Map<string, { text: string; timer: NodeJS.Timeout }>();
  const nameOf = (userId: string, text: string) => `${userId} ${text}`;
  const counted = new LRUCache<string, true>({ max: remembered, ttl: dayMilliseconds });
  const running = new Set<Promise<void>>();
  let minute = 0;
  let ofVisitors = 0;

  async function isInLibrary(q: string): Promise<boolean> {
    const terms = readTerms(q);
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from prompts where ${visible(visitor, 'prompt', 'list')} and ${searchCondition('prompts', terms)})
        or exists (select from playbooks where ${visible(visitor, 'playbook', 'list')} and ${searchCondition('playbooks', terms)}) as found`.execute(
      db,
    );
    return rows[0]?.found ?? false;
  }

  function count(text: string): void {
    const work: Promise<void> = (async () => {
      if (await isInLibrary(text)) return;
      await counter.insertInto('figure_events').values({ kind: 'missed', subject: text }).execute();
    })()
      .catch((error: unknown) => log.warn('A search was not counted', { error: String(error) }))
      .finally(() => running.delete(work));
    running.add(work);
  }

  function settle(key: string): void {
    const search = pending.get(key);
    if (!search) return;
    clearTimeout(search.timer);
    pending.delete(key);
    counted.set(nameOf(key, search.text), true);
    count(search.text);
  }

  return {
    /** Called for every search, so it only queues the work. */
    note(viewer: Viewer, { q, isFirstPage, total }: Search): void {
      // A program that only checks an address searches for nothing.
      if (!q || !isFirstPage || currentRequest()?.method === 'HEAD') return;
      const text = total === 0 ? missedText(q) : undefined;
      if (viewer.kind === 'visitor') {
        const now = Math.floor(Date.now() / 60_000);
        if (now !== minute) [minute, ofVisitors] = [now, 0];
        if (text === undefined || ofVisitors >= visitorsPerMinute) return;
        ofVisitors += 1;
        count(text);
        return;
      }
      const earlier = pending.get(viewer.userId);
      // Searching prompts and playbooks at the same time is one search.
      if (earlier && earlier.text !== text) {
        clearTimeout(earlier.timer);
        pending.delete(viewer.userId);
      }
      if (text === undefined || pending.has(viewer.userId) || pending.size >= waiting) return;
      if (counted.has(nameOf(viewer.userId, text))) return;
      const timer = setTimeout(() => settle(viewer.userId), settleMilliseconds);
      timer.unref();
      pending.set(viewer.userId, { text, timer });
    },

    /** Counts all pending searches. */
    async stop(): Promise<void> {
      for (const key of [...pending.keys()]) settle(key);
      await Promise.all(running);
    },
  };
}
