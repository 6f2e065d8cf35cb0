import type { Difference, VersionItem } from './version-fields.ts';

export type VersionedItem = {
  id: string;
  slug: string;
  version: number;
  version_at: string;
  updated_at: string;
  can: { edit: boolean };
};
/** A version with its full text. */
export type VersionWithText = VersionItem & { difference: Difference; text: string };

/** Loads the versions of one kind of item. */
export type VersionSource = {
  collection: 'prompts' | 'playbooks';
  /** A page of versions, the current one first; `cursor` comes from the previous page. */
  list: (slug: string, cursor?: string) => Promise<{ items: VersionItem[]; next_cursor: string | null }>;
  read: (slug: string, number: number) => Promise<VersionWithText>;
  /** Refused if the item has been saved since it was loaded. */
  restore: (item: VersionedItem, version: VersionWithText) => Promise<unknown>;
};
