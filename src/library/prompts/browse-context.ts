import { createContext } from 'react-router';
import type { Categories } from '#library/catalog/public/categories.contract.ts';
import type { PromptList, PromptListQuery } from './prompts.contract.ts';

export type BrowsePromptsServices = {
  list(query: Partial<PromptListQuery>): Promise<PromptList>;
  categories(): Promise<Categories>;
};

/** Prompts as an anonymous visitor sees them, for loaders. */
export const browsePromptsContext = createContext<BrowsePromptsServices>();
