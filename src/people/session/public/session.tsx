import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { unreachableWords } from '#platform/client/unreachable-words.ts';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import { loadPageAgain } from '#ui/load-page-again.ts';
import { forgetDrafts } from '#ui/saving/drafts.ts';
import { followSession, loadClient, type State, tellLeaving, wantSession } from '../follow-session.ts';
import { forgetKeptSession } from './kept-session.ts';

export type Session = State & {
  /**
   * Ends the session. With `local`, it always ends in this browser, even if the server can't be reached. With `global`, it ends on all
   * devices or not at all.
   * @throws the client's error if `global` fails
   */
  signOut(scope?: 'local' | 'global'): Promise<void>;
};

const SessionContext = createContext<Session | undefined>(undefined);

/** The session's state. It is `loading` until the session and profile have been checked for the first time. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider');
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ status: 'loading' });
  const isLeaving = useRef(false);
  /** The user's id, while there is a session. */
  const userId = useRef<string>(undefined);
  const isSignedOut = useRef(false);

  useEffect(() => followSession({ setState, userId, isSignedOut, isLeaving }), []);

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
        // Whatever went wrong, the session ends here.
        if (error) {
          forgetKeptSession();
          delete document.documentElement.dataset.session;
          queryClient.clear();
          userId.current = undefined;
          isSignedOut.current = true;
          setState({ status: 'signed-out', hasLeft: true });
        }
      },
    }),
    [state],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

type AuthClient = Awaited<ReturnType<typeof loadClient>>;
/** Whether loading the client has failed before. */
let isClientLost = false;
type Unsent = { name: string; message: string; code?: undefined; status?: undefined };

/**
 * Calls the auth client, after making sure that the provider hears of a session that results. If the client's code can't be loaded, returns
 * the error of a request that couldn't be sent.
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
