import { pageMeta } from '#platform/pages/page-meta.ts';
import * as m from '../words/messages.ts';
import { type BrowseQuery, browseAddress } from './browse-query.ts';
import { typeLabel } from './labels.ts';

type Page = {
  siteName: string;
  publicUrl: string;
  path: string;
  noun: 'prompts' | 'playbooks';
  description: string;
  query: BrowseQuery;
  page: { total: number };
};

/** The title and URLs of a public list. Search engines index the list and its categories, but neither search results nor empty categories. */
export function browseMeta({ path, noun, query, page: { total }, ...page }: Page) {
  const { q, type, sort, category } = query;
  const kind = [category, type && typeLabel(type)].filter(Boolean).join(' ');
  const title = q
    ? kind
      ? m.search_title({ q, kind, noun })
      : m.search_title_all({ q, noun })
    : kind
      ? m.kind_title({ kind, noun })
      : m.browse_title({ noun });
  return [
    ...pageMeta({ ...page, title, path: browseAddress(path, { category, type }) }),
    ...(q || sort || (kind && total === 0) ? [{ name: 'robots', content: 'noindex, follow' }] : []),
  ];
}
