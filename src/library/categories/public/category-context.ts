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
  /** The page at a slug, or the new slug if it has moved; undefined if there is no such page. */
  find(slug: string): Promise<CategoryPage | { movedTo: string } | undefined>;
  /** The current name of a category, given a current or former name. */
  currentName(name: string): Promise<string>;
  /** Only categories that have a page. */
  list(): Promise<{ name: string; slug: string; updated_at: string }[]>;
};

/** The categories and their pages as visitors see them, for loaders. */
export const categoryContext = createContext<CategoryServices>();
