import { createContext } from 'react-router';
import type { Categories } from '#library/catalog/public/categories.contract.ts';
import type { PlaybookList, PlaybookListQuery } from './playbooks.contract.ts';

export type BrowsePlaybooksServices = {
  list(query: Partial<PlaybookListQuery>): Promise<PlaybookList>;
  categories(): Promise<Categories>;
};

/** Playbooks as an anonymous visitor sees them, for loaders. */
export const browsePlaybooksContext = createContext<BrowsePlaybooksServices>();
