import { isoOrNull } from '#platform/text/iso-time.ts';

/** The times of a prompt or playbook as the database has them. */
export type ItemTimes = {
  created_at: Date;
  updated_at: Date;
  publish_at: Date | null;
  deleted_at: Date | null;
};

/** An item as the API says it: its times in ISO 8601, without the key that a page of a list is sorted by. */
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
