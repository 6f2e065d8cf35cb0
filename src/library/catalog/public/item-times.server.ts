import { isoOrNull } from '#platform/text/iso-time.ts';

/** A prompt's or playbook's timestamps as they come from the database. */
export type ItemTimes = {
  created_at: Date;
  updated_at: Date;
  publish_at: Date | null;
  deleted_at: Date | null;
};

/** Prepares an item for the API: converts its times to ISO 8601, and drops the sort key. */
export function withIsoTimes<Item extends ItemTimes>({
  sort_key: _key,
  ...item
}: Item & { sort_key?: string }) {
  return {
    ...item,
    created_at: item.created_at.toISOString(),
    updated_at: item.updated_at.toISOString(),
    publish_at: isoOrNull(item.publish_at),
    deleted_at: isoOrNull(item.deleted_at),
  };
}
