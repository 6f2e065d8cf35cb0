import { GoTrueClient } from '@supabase/auth-js';
import { statusWords } from '#platform/client/status-words.ts';
import { unreachableWords } from '#platform/client/unreachable-words.ts';
import { userOf } from './public/kept-session.ts';
import { sessionKey } from './public/session-key.ts';

/**
 * The site's own answers, which are JSON or empty. Without one it fails in words for people, which the client hands on: its own would be
 * the browser's, and an answer of something in between could end the session.
 */
async function fetchOfSite(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request).catch(() => undefined);
  const isOfSite =
    response?.status === 204 || response?.headers.get('content-type')?.startsWith('application/json');
  if (!response || !isOfSite) throw new Error((statusWords[response?.status ?? 0] ?? unreachableWords)());
  return response;
}

/**
 * Answers without the end of a session by the server's clock. The client then takes it from `expires_in`, by the clock that it compares it
 * with: the browser's, which may be hours off.
 */
async function fetchByOwnClock(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchOfSite(...request);
  // The client would end the session on a refusal that passes; this status it takes for what it is.
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

/** The browser's one client of the auth protocol. Loaded only for a session. */
export const authClient = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  fetch: fetchByOwnClock,
  storageKey: sessionKey,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
  // What comes back from another provider is of no use to whoever reads the address.
  flowType: 'pkce',
  experimental: { recoveryCodes: true },
});

const currentSession = async () => (await authClient.getSession()).data.session;

/** Another token of the same member for one that the server refuses; undefined without one. Rejects while the server cannot tell. */
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

/** Ends the session of a token that the server refuses; the one that is here may be newer, or another member's. */
export async function endSession(refused: string): Promise<void> {
  if ((await currentSession())?.access_token === refused) await authClient.signOut({ scope: 'local' });
}
