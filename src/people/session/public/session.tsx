import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { unreachableWords } from '#platform/client/unreachable-words.ts';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import { loadPageAgain } from '#ui/load-page-again.ts';
import { forgetDrafts } from '#ui/saving/drafts.ts';
import { followSession, loadClient, type State, tellLeaving, wantSession } from '../follow-session.ts';
import { forgetKeptSession } from './kept-session.ts';

export type Session = State & {
  /**
   * Ends the session here, whatever the server says. Resolves once it has ended here; the server may hear of it later. With `global` it
   * ends everywhere or nowhere: rejects if the server has not ended it.
   */
  signOut(scope?: 'local' | 'global'): Promise<void>;
};

const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in. `loading` until the first session and profile check has ended. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider');
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ status: 'loading' });
  const isLeaving = useRef(false);
  /** Whose session the page has. */
  const userId = useRef<string>(undefined);

  useEffect(() => followSession({ setState, userId, isLeaving }), []);

  const session = useMemo<Session>(
    () => ({
      ...state,
      async signOut(scope = 'local') {
        const [client, { queryClient }] = await Promise.all([loadClient(), loadQueryCache()]);
        isLeaving.current = true;
        const { promise: ended, resolve } = Promise.withResolvers<null>();
        const { data } = client.onAuthStateChange((event) => event === 'SIGNED_OUT' && resolve(null));
        const answer = client.signOut({ scope });
        const error = await Promise.race([ended, answer.then((result) => result.error)]);
        data.subscription.unsubscribe();
        if (error && scope === 'global') {
          isLeaving.current = false;
          throw error;
        }
        forgetDrafts();
        tellLeaving();
        // Whatever has gone wrong: the session ends here all the same.
        if (error) {
          forgetKeptSession();
          delete document.documentElement.dataset.session;
          queryClient.clear();
          userId.current = undefined;
          setState({ status: 'signed-out', hasLeft: true });
        }
      },
    }),
    [state],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

type AuthClient = Awaited<ReturnType<typeof loadClient>>;
/** Whether the client has been asked for in vain. */
let isClientLost = false;
type Unsent = { name: string; message: string; code?: undefined; status?: undefined };

/**
 * What the client for signing in and up answers; the provider hears of the session that comes of it. Where the client's code cannot be
 * loaded, the answer has the error of a request that could not be sent.
 */
export async function askAuth<Answer>(
  ask: (client: AuthClient) => Promise<Answer>,
): Promise<Answer | { data: null; error: Unsent }> {
  const isListening = wantSession();
  const [client] = await Promise.all([loadClient(), isListening]).catch(() => []);
  if (client) return ask(client);
  if (isClientLost) await loadPageAgain();
  isClientLost = true;
  return { data: null, error: { name: 'AuthRetryableFetchError', message: unreachableWords() } };
}
