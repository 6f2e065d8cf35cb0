import { createContext } from 'react-router';

/** A published item, of which only what everybody may know is told. Times are ISO 8601. */
export type NewestItem = {
  id: string;
  kind: 'prompt' | 'playbook';
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  /** When visitors could first see it. */
  published_at: string;
  updated_at: string;
};
/** A public page of an item, with the time of its last change. */
export type ItemAddress = { path: string; updated_at: string };

export type NewestServices = {
  /** The newest items of both kinds, all or those of a category. */
  items(category?: string): Promise<NewestItem[]>;
  /** How much there is: what has a public page, and who has an account. */
  counts(): Promise<{ prompts: number; playbooks: number; users: number }>;
  /** The public pages from `offset` on, `limit` at most, in an order that new items do not change. */
  addresses(offset: number, limit: number): Promise<ItemAddress[]>;
};

/** What is new, and every public page of an item, for loaders. */
export const newestContext = createContext<NewestServices>();
