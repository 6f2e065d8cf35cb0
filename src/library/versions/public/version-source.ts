import type { Difference, VersionItem } from './version-fields.ts';

export type VersionedItem = {
  id: string;
  slug: string;
  version: number;
  version_at: string;
  updated_at: string;
  can: { edit: boolean };
};
/** A version with all of its text. */
export type Version = VersionItem & { difference: Difference; text: string };

/** Where the versions of a kind of item come from. */
export type VersionSource = {
  collection: 'prompts' | 'playbooks';
  /** A page of them, the current one first; `cursor` is that of the page before. */
  list: (slug: string, cursor?: string) => Promise<{ items: VersionItem[]; next_cursor: string | null }>;
  read: (slug: string, number: number) => Promise<Version>;
  /** Refused where somebody has saved since the item was loaded. */
  restore: (item: VersionedItem, version: Version) => Promise<unknown>;
};
