import { type RouterContextProvider, redirect } from 'react-router';
import { type BrowseQuery, browseAddress } from '#library/catalog/public/browse-query.ts';
import { categoryContext } from './category-context.ts';

/** Redirects a list that is filtered by a category's former name to its current one. @throws Response 301 */
export async function redirectRenamed(
  context: Readonly<RouterContextProvider>,
  path: string,
  query: BrowseQuery,
): Promise<void> {
  if (query.category === undefined) return;
  const category = await context.get(categoryContext).currentName(query.category);
  if (category !== query.category) throw redirect(browseAddress(path, { ...query, category }), 301);
}
