import { createContext } from 'react-router';
import type { Categories } from '#library/catalog/public/categories.contract.ts';
import type { PlaybookList, PlaybookListQuery } from './playbooks.contract.ts';
import type { PublicPlaybook } from './public-playbook.server.ts';

export type BrowsePlaybooksServices = {
  list(query: Partial<PlaybookListQuery>): Promise<PlaybookList>;
  categories(): Promise<Categories>;
  find(slug: string): Promise<PublicPlaybook | undefined>;
};

/** Playbooks as an anonymous visitor sees them, for loaders. */
export const browsePlaybooksContext = createContext<BrowsePlaybooksServices>();
