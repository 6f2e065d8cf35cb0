import { LRUCache } from 'lru-cache';
import type { DatabaseEvents } from '#platform/database-events.server.ts';

/** Remembers how many published items match a filter until the content changes. */
export type Totals = { get(name: string, count: () => Promise<number>): Promise<number> };

export function createTotals(databaseEvents: DatabaseEvents): Totals {
  const known = new LRUCache<string, number>({ max: 1_000 });
  let version = 0;
  databaseEvents.onContentChange(() => {
    version += 1;
    known.clear();
  });
  return {
    async get(name, count) {
      const remembered = databaseEvents.live ? known.get(name) : undefined;
      if (remembered !== undefined) return remembered;
      const before = version;
      const total = await count();
      if (databaseEvents.live && before === version) known.set(name, total);
      return total;
    },
  };
}
