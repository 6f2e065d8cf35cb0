import { newApiKey } from '#access/api-key-text.server.ts';
import { type Scope, scopes } from '#constants';
import type { TestSite } from './site.ts';

/** An API key of a member, with every scope by default. */
export async function buildKey(site: TestSite, { id }: { id: string }, given: readonly Scope[] = scopes) {
  const { text, hash, hint } = newApiKey();
  await site.db
    .insertInto('api_keys')
    .values({ user_id: id, name: 'MCP', hash, hint, scopes: [...given] })
    .execute();
  return text;
}
