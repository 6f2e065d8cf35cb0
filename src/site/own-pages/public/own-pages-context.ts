import { createContext } from 'react-router';
import type { MarkdownTree } from '#ui/markdown/markdown-tree.ts';
import type { PublishedPage } from '../own-pages.contract.ts';

export type OwnPagesServices = {
  /** In the order of the footer. */
  list(): Promise<PublishedPage[]>;
  find(slug: string): Promise<(PublishedPage & { body: string; tree: MarkdownTree | null }) | undefined>;
};

/** The owner's published pages, for loaders. */
export const ownPagesContext = createContext<OwnPagesServices>();
