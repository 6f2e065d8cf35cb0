import { limits, promptTypes, searchSorts } from '#constants';
import { cutText } from '#platform/text/cut-text.ts';

/** The query of a public list's URL, without invalid values. */
export type BrowseQuery = {
  q?: string | undefined;
  /** Only for prompts. */
  type?: (typeof promptTypes)[number] | undefined;
  category?: string | undefined;
  sort?: (typeof searchSorts)[number] | undefined;
  cursor?: string | undefined;
};

export function readBrowseQuery(query: URLSearchParams): BrowseQuery {
  const text = (name: string) => query.get(name) || undefined;
  return {
    q: cutText(text('q')?.trim() ?? '', limits.searchText) || undefined,
    type: promptTypes.find((type) => type === query.get('type')),
    category: text('category'),
    sort: searchSorts.find((sort) => sort === query.get('sort')),
    cursor: query.get('cursor') ?? undefined,
  };
}

/** Search results are sorted by relevance, everything else by date. */
export const defaultSort = (q: string | undefined) => (q ? 'best' : 'newest');

/** The URL of a list, with parameters in a fixed order and without the default sort order. */
export function browseAddress(path: string, { category, q, type, sort, cursor }: BrowseQuery): string {
  const values = Object.entries({
    category,
    q,
    type,
    sort: sort === defaultSort(q) ? undefined : sort,
    cursor,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return values.length > 0 ? `${path}?${new URLSearchParams(values)}` : path;
}
