import { pageMeta } from '#platform/page-meta.ts';
import { type BrowseQuery, browseAddress } from './browse-query.ts';

type Page = {
  siteName: string;
  publicUrl: string;
  path: string;
  noun: 'prompts' | 'playbooks';
  description: string;
  query: BrowseQuery;
};

/** Title and addresses of a public list. Search engines keep the list and its categories, not what somebody searched for. */
export function browseMeta({ path, noun, query, ...page }: Page) {
  const { q, type, sort, category } = query;
  const kind = [category, type].filter(Boolean).join(' ');
  const title = q
    ? `“${q}” in ${kind} ${noun}`.replace('  ', ' ')
    : kind
      ? `${kind} ${noun}`
      : `Browse ${noun}`;
  return [
    ...pageMeta({ ...page, title, path: browseAddress(path, { category, type }) }),
    ...(q || sort ? [{ name: 'robots', content: 'noindex, follow' }] : []),
  ];
}
