import { GoTrueClient } from '@supabase/auth-js';
import { statusWords } from '#platform/client/status-words.ts';
import { unreachableWords } from '#platform/client/unreachable-words.ts';
import { userOf } from './public/kept-session.ts';
import { sessionKey } from './public/session-key.ts';

/**
 * Only accepts the site's own answers, which are JSON or empty. Otherwise throws a message for users, which the client passes on: the
 * browser's wouldn't be helpful, and an answer from something in between could end the session.
 */
async function fetchOfSite(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request).catch(() => undefined);
  const isOfSite =
    response?.status === 204 || response?.headers.get('content-type')?.startsWith('application/json');
  if (!response || !isOfSite) throw new Error((statusWords[response?.status ?? 0] ?? unreachableWords)());
  return response;
}

/**
 * Removes `expires_at`, which uses the server's clock, from answers. The client then computes it from `expires_in` and the browser's clock,
 * which it compares it with, and which may be hours off.
 */
async function fetchByOwnClock(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchOfSite(...request);
  // The client would end the session on a temporary 429, but retries after a 503.
  if (response.status === 429 && String(request[0]).includes('grant_type=refresh_token'))
    return new Response(response.body, { status: 503, headers: response.headers });
  if (!response.ok) return response;
  const answer = await response
    .clone()
    .json()
    .catch(() => null);
  if (!answer?.access_token) return response;
  const { expires_at: _, ...session } = answer;
  return Response.json(session);
}

/** The browser's only auth client. Loaded only if there is a session, or somebody signs in. */
export const authClient = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  fetch: fetchByOwnClock,
  storageKey: sessionKey(),
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
  // With PKCE, a code that a provider returns is useless to others who see the URL.
  flowType: 'pkce',
  experimental: { recoveryCodes: true },
});

const currentSession = async () => (await authClient.getSession()).data.session;

/**
 * A different token of the same member, for one that the server refuses; undefined if there is none. Rejects if the server can't be
 * reached.
 */
export async function renewedToken(refused: string): Promise<string | undefined> {
  const session = await currentSession();
  if (!session || session.user.id !== userOf(refused)) return undefined;
  if (session.access_token !== refused) return session.access_token;
  const { data, error } = await authClient.refreshSession();
  const { status = 400 } = error ?? {};
  if (status === 0 || status === 429 || status >= 500) throw error;
  // Another tab may have renewed it first.
  const now = data.session ?? (await currentSession());
  return now?.user.id === session.user.id && now.access_token !== refused ? now.access_token : undefined;
}

/** Ends the session of a token that the server refuses, unless the current session is newer or another member's. */
export async function endSession(refused: string): Promise<void> {
  if ((await currentSession())?.access_token === refused) await authClient.signOut({ scope: 'local' });
}
