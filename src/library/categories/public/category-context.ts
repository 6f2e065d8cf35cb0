import { createContext } from 'react-router';
import type { BrowsePlaybook, BrowsePrompt } from '#library/catalog/public/browse-item-cards.tsx';

export type CategoryPage = {
  name: string;
  slug: string;
  description: string;
  updated_at: string;
  prompts: { items: (BrowsePrompt & { id: string })[]; total: number };
  playbooks: { items: (BrowsePlaybook & { id: string })[]; total: number };
};
export type CategoryServices = {
  /** What the page at an address shows, or where it leads now; undefined where there is none. */
  find(slug: string): Promise<CategoryPage | { movedTo: string } | undefined>;
  /** What a category is called now, of a name that it has or has had. */
  currentName(name: string): Promise<string>;
  /** Only categories that have a page. */
  list(): Promise<{ name: string; slug: string; updated_at: string }[]>;
};

/** The categories and their pages, as visitors see them, for loaders. */
export const categoryContext = createContext<CategoryServices>();
