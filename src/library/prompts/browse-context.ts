import { createContext } from 'react-router';
import type { Categories } from '#library/catalog/public/categories.contract.ts';
import type { PromptList, PromptListQuery } from './prompts.contract.ts';
import type { PublicPrompt } from './public-prompt.server.ts';

export type BrowsePromptsServices = {
  list(query: Partial<PromptListQuery>): Promise<PromptList>;
  categories(): Promise<Categories>;
  find(slug: string): Promise<PublicPrompt | undefined>;
};

/** Prompts as visitors see them, for loaders. */
export const browsePromptsContext = createContext<BrowsePromptsServices>();
