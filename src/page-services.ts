import { createContext } from 'react-router';
import type { PlaybookList, PlaybookListQuery } from '#library/playbooks/playbooks.contract.ts';
import type { PromptList, PromptListQuery } from '#library/prompts/prompts.contract.ts';
import type { Tier } from '#money/tiers/tiers.contract.ts';
import type { ApiDescription } from '#reach/api-docs/api-description.ts';
import type { PublicSettings } from '#site/settings/settings.contract.ts';

type Category = { name: string; count: number };

/** What the loaders of public pages may ask for: always answered as for an anonymous visitor. */
export type PageServices = {
  /** Scheme and host under which the site is reached, without a trailing slash. */
  publicUrl: string;
  settings(): Promise<PublicSettings>;
  tiers(): Promise<Tier[]>;
  prompts(query: Partial<PromptListQuery>): Promise<PromptList>;
  playbooks(query: Partial<PlaybookListQuery>): Promise<PlaybookList>;
  categories(): Promise<{ prompts: Category[]; playbooks: Category[] }>;
  apiDescription(): Promise<ApiDescription>;
};

/** `context.get(pageServices)` in a loader. */
export const pageServices = createContext<PageServices>();
