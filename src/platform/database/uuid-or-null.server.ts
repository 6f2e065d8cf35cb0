import { type RawBuilder, sql } from 'kysely';

/** A text as an id; null if it isn't one, where a plain cast would fail. */
export const uuidOrNull = (text: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`;
