import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { TargetType } from '#access/items.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/** From this many items on, return the previous counts while recounting. */
const manyItems = 50_000;
/** Maximum wait for a count; after that, the previous ones are returned. */
const longestWaitMilliseconds = 2_000;
/** A slow count is repeated only after this multiple of its duration, so that constant changes do not keep a core busy. */
const restFactor = 5;

/** The filters of a list of published items. */
export type Facets = {
  category?: string | undefined;
  type?: string | undefined;
  difficulty?: string | undefined;
};
type Cell = { categories: string[]; type: string | null; difficulty: string | null; count: number };
type Counted = {
  cells: Cell[];
  byCategory: Map<string, Cell[]>;
  total: number;
  version: number;
  milliseconds: number;
  at: number;
};

/** The state of the content: its version grows with each change; while not live, changes may be missed. */
type Content = { version(): number; isLive(): boolean };

export type Counts = ReturnType<typeof createCounts>;

/** Counts published items by category, type and difficulty. Counts are shared and cached until the content changes. */
export function createCounts(db: Database, databaseEvents: DatabaseEvents) {
  let version = 0;
  databaseEvents.onContentChange(() => {
    version += 1;
  });
  const content = { version: () => version, isLive: () => databaseEvents.live };

  const counters = {
    prompt: createCounter(async () => {
      const { rows } = await sql<Cell>`
        select split_categories(category) as categories, type, difficulty, count from (
          select category, prompt_type as type, difficulty, count(*)::int as count
          from prompts where status = 'published' group by 1, 2, 3) as counted`.execute(db);
      return rows;
    }, content),
    playbook: createCounter(async () => {
      const { rows } = await sql<Cell>`
        select split_categories(category) as categories, null as type, null as difficulty, count from (
          select category, count(*)::int as count
          from playbooks where status = 'published' group by 1) as counted`.execute(db);
      return rows;
    }, content),
  };

  /** @throws AppError 503 */
  async function required(kind: TargetType): Promise<Counted> {
    const counted = await counters[kind]();
    if (!counted) throw new AppError('unavailable', m.refused_too_slow(), { retryAfterSeconds: 2 });
    return counted;
  }

  return {
    /** @throws AppError 503 if there is no count yet and counting takes too long */
    total: async (kind: TargetType): Promise<number> => (await required(kind)).total,

    /** @returns undefined if there is no count yet and counting takes too long */
    async of(kind: TargetType, facets: Facets): Promise<number | undefined> {
      const counted = await counters[kind]();
      if (!counted) return undefined;
      const { cells, byCategory } = counted;
      const { category, type, difficulty } = facets;
      let count = 0;
      for (const cell of category === undefined ? cells : (byCategory.get(category) ?? []))
        if ((!type || cell.type === type) && (!difficulty || cell.difficulty === difficulty))
          count += cell.count;
      return count;
    },

    /** The categories with their number of items. @throws AppError 503 */
    async categories(kind: TargetType): Promise<{ name: string; count: number }[]> {
      const { byCategory } = await required(kind);
      return [...byCategory]
        .map(([name, cells]) => ({ name, count: cells.reduce((sum, { count }) => sum + count, 0) }))
        .sort(
          (one, other) =>
            compare(one.name.toLowerCase(), other.name.toLowerCase()) || compare(one.name, other.name),
        );
    },
  };
}

/**
 * The function it returns counts by `load`. Callers share a count, which is cached until the content changes.
 * @returns undefined if there is no count yet and counting takes too long
 */
function createCounter(load: () => Promise<Cell[]>, content: Content): () => Promise<Counted | undefined> {
  let known: Counted | undefined;
  let running: { version: number; result: Promise<Counted> } | undefined;
  let next: Promise<Counted> | undefined;

  async function count(): Promise<Counted> {
    const version = content.version();
    const begun = performance.now();
    const cells = await load();
    const byCategory = groupByCategory(cells);
    const at = performance.now();
    const total = cells.reduce((sum, { count }) => sum + count, 0);
    known = { cells, byCategory, total, version, milliseconds: at - begun, at };
    return known;
  }
  function start(): Promise<Counted> {
    const result = count().finally(() => {
      running = undefined;
    });
    running = { version: content.version(), result };
    return result;
  }
  /** Starts a count now, or after the running one if that may have missed the latest change. Callers share it. */
  function fresh(): Promise<Counted> {
    if (!running) return start();
    if (running.version === content.version() && content.isLive()) return running.result;
    next ??= running.result
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  }

  return async () => {
    if (known && content.isLive()) {
      if (known.version === content.version()) return known;
      if (known.total >= manyItems) {
        const hasRested = performance.now() - known.at > known.milliseconds * restFactor;
        // In the background; callers that await a count see its failure.
        if (hasRested && !running) start().catch(() => undefined);
        return known;
      }
    }
    const counted = await Promise.race([fresh(), delay(longestWaitMilliseconds, undefined, { ref: false })]);
    return counted ?? (content.isLive() ? known : undefined);
  };
}

/** An item with several categories is in each of them. */
function groupByCategory(cells: readonly Cell[]): Map<string, Cell[]> {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells)
    for (const name of new Set(cell.categories)) {
      const group = groups.get(name);
      if (group) group.push(cell);
      else groups.set(name, [cell]);
    }
  return groups;
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
