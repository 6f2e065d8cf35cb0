import type { Reads } from '#access/reads.server.ts';
import { AnswerCache } from '#platform/cache/answer-cache.server.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import type { ListRequest } from '../list-question.server.ts';
import { readList } from '../read-list.server.ts';
import type { Counts } from './counts.server.ts';

type Engagement = {
  id: string;
  view_count: number;
  vote_count: number;
  is_upvoted: boolean;
  is_favorited: boolean;
};
const noEngagement = { is_upvoted: false, is_favorited: false, is_purchased: false };

type Parts = { reads: Reads; counts: Counts; databaseEvents: DatabaseEvents };
export type Lists = ReturnType<typeof createLists>;

/** Lists published prompts and playbooks. The first page of a list that all members share is cached. */
export function createLists({ reads, counts, databaseEvents }: Parts) {
  const remembered = new AnswerCache(databaseEvents);

  /**
   * A page of prompts or playbooks in the requested order (by default newest first), with the viewer's own fields, its
   * total and next cursor.
   * @throws AppError 400 invalid_cursor; 401 if a visitor asks for favorites
   */
  return async function listItems<Row extends Engagement>(request: ListRequest) {
    const { kind, viewer, listed, pages, facets, own, query } = request;
    type Shared = Omit<Row, keyof Engagement> & Pick<Row, 'id'>;
    const read = () => reads(viewer, (source) => readList<Shared>(source, counts, request));
    // Visitors' responses are cached already (see list-cache.server.ts).
    const isFirstPage = query.cursor === undefined;
    const isShared =
      viewer.kind !== 'visitor' && listed.isForEverybody && !own && !query.favorites && isFirstPage;
    const { q, category, sort, limit } = query;
    const page = isShared
      ? await remembered.find(JSON.stringify([kind, facets, q, category, sort, limit]), read)
      : await read();
    const ids = page.items.map(({ id }) => id);
    const engagement =
      viewer.kind === 'visitor' || ids.length === 0
        ? []
        : await reads(viewer, ({ db, run }) => run<Engagement>(pages.engagement(db, viewer, { ids })));
    const engagementOf = new Map(engagement.map((row) => [row.id, row]));
    const items = page.items.map((row) => ({ ...row, ...(engagementOf.get(row.id) ?? noEngagement) }) as Row);
    return { ...page, items };
  };
}
