import { createGuardedFetch } from '#platform/http/guarded-fetch.server.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { onceUnlessItFails } from '#platform/once-unless-it-fails.ts';
import type { createOAuthProvider } from './oauth-provider.server.ts';

type Parts = Omit<Parameters<typeof createOAuthProvider>[0], 'fetch' | 'allowFetch'> & {
  /** Private hosts that documents may be fetched from. Strangers choose these URLs, so the list is separate from other lists of hosts. */
  privateHosts: readonly string[];
  rateLimits: RateLimits;
};

/** The OAuth provider; its library is loaded on first use. */
export const loadOAuthProvider = ({ privateHosts, rateLimits, ...parts }: Parts) =>
  onceUnlessItFails(async () => {
    const { createOAuthProvider } = await import('./oauth-provider.server.ts');
    return createOAuthProvider({
      ...parts,
      fetch: createGuardedFetch(privateHosts),
      allowFetch: async (address) =>
        (address === undefined || (await rateLimits.take('program-document', address)) === 0) &&
        (await rateLimits.take('program-documents', 'all')) === 0,
    });
  }).get;
