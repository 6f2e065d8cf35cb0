import { createContext } from 'react-router';
import type { Categories } from '#library/catalog/public/categories.contract.ts';
import type { MarkdownTree } from '#ui/markdown/markdown-tree.ts';
import type { PlaybookList, PlaybookListQuery } from './playbooks.contract.ts';
import type { PublicPlaybook } from './public-playbook.server.ts';

export type BrowsePlaybooksServices = {
  list(query: Partial<PlaybookListQuery>): Promise<PlaybookList>;
  categories(): Promise<Categories>;
  find(slug: string): Promise<PublicPlaybook | undefined>;
  /** Null if the text can't be rendered as Markdown. */
  parse(text: string): Promise<MarkdownTree | null>;
};

/** Playbooks as visitors see them, for loaders. */
export const browsePlaybooksContext = createContext<BrowsePlaybooksServices>();
