import { publicPath } from '#library/catalog/public/item-meta.ts';
import type { Delivery } from './webhooks.contract.ts';

type Item = { kind: 'prompt' | 'playbook'; slug: string };

/** An event as stored by the triggers. */
export type StoredEvent = {
  type: Delivery['type'];
  data: Record<string, unknown>;
  created_at: Date;
  member_id: string | null;
  /** Null once the account is deleted. */
  email: string | null;
};

/** Stored as PostgreSQL formats them, and sent as the API has them. */
const times = new Set(['created_at', 'updated_at', 'joined_at', 'current_period_end']);
const asSent = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      times.has(name) && typeof value === 'string' ? new Date(value).toISOString() : value,
    ]),
  );

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && 'kind' in value && 'slug' in value;

/** The body of a message (Standard Webhooks): type, time and data, completed with the URLs of pages and the member. */
export function toPayload(
  { type, data: stored, created_at, member_id, email }: StoredEvent,
  publicUrl: string,
) {
  const data = asSent(stored);
  const withUrl = (item: Item) => ({ ...item, url: `${publicUrl}${publicPath(`${item.kind}s`, item.slug)}` });
  return {
    type,
    timestamp: created_at.toISOString(),
    data: {
      ...(isItem(data) ? withUrl(data) : data),
      ...(isItem(data.item) ? { item: withUrl(data.item) } : {}),
      ...(member_id === null ? {} : { member: { id: member_id, email } }),
    },
  };
}
