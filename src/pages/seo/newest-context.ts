import { createContext } from 'react-router';

/** The public facts of a published item. Times are ISO 8601. */
export type NewestItem = {
  id: string;
  kind: 'prompt' | 'playbook';
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  /** When it first became visible to visitors. */
  published_at: string;
  updated_at: string;
};
/** The public page of an item, with the time of its last change. */
export type ItemAddress = { path: string; updated_at: string };

export type NewestServices = {
  /** The newest items of both kinds, of all categories or one. */
  items(category?: string): Promise<NewestItem[]>;
  /** Totals of items with a public page, and of accounts. */
  counts(): Promise<{ prompts: number; playbooks: number; users: number }>;
  /** Up to `limit` public pages from `offset` on, in an order that new items don't change. */
  addresses(offset: number, limit: number): Promise<ItemAddress[]>;
};

/** New items, and the public pages of all items, for loaders. */
export const newestContext = createContext<NewestServices>();
