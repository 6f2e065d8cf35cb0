import type { AuthChangeEvent, Session as AuthSession } from '@supabase/auth-js';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { unreachableWords } from '#platform/client/unreachable-words.ts';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import { loadPageAgain } from '#ui/load-page-again.ts';
import { forgetDrafts, setDraftOwner } from '#ui/saving/drafts.ts';
import * as common from '#ui/words/messages.ts';
import { syncLanguage } from '../sync-language.ts';
import { lacksFactor, readKeptSession } from './kept-session.ts';
import type { Profile } from './profile.contract.ts';
import { profileQuery } from './profile-query.ts';
import { sessionKey } from './session-key.ts';

type State = {
  /** While it is loading: there is a session, and the profile is still to come. */
  isSigningIn?: boolean;
  /** The password was right, and the code of the second factor is still to come, or has just come. */
  needsFactor?: boolean;
  /** Somebody has signed out here. */
  hasLeft?: boolean;
} & ({ status: 'loading' | 'signed-out'; email?: undefined } | { status: 'signed-in'; email: string });

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

// The clients are not part of a first visit: they are loaded where there is a session, or somebody wants one.
const loadModule = () => import('../auth-client.ts');
const loadClient = () => loadModule().then((module) => module.authClient);
type AuthClient = Awaited<ReturnType<typeof loadClient>>;
const loadApi = () => import('#platform/client/api-client.ts');
/** Not in a browser that keeps nothing: there a session lasts as long as its page. */
function isKept(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null;
  } catch {
    return false;
  }
}
function forgetKept() {
  try {
    localStorage.removeItem(sessionKey);
  } catch {
    // There is no store.
  }
}
/** Tells other tabs that the member signs out here: they keep nothing either of what they could not save. */
const leavingChannel = 'promptory:leaving';
/** Kept for a provider that mounts later: effects of the pages inside it run before its own. */
let isClientWanted = false;
/** Whether it has been asked for in vain. */
let isClientLost = false;
/** Settled once the provider hears of sessions. */
let isListening: Promise<void> | undefined;

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ status: 'loading' });
  const isLeaving = useRef(false);
  /** Whose session the page has. */
  const userId = useRef<string>(undefined);

  useEffect(() => {
    let stop: () => void = () => undefined;
    let isOver = false;

    function signedOut(needsFactor = false) {
      delete document.documentElement.dataset.session;
      setState({ status: 'signed-out', needsFactor, hasLeft: isLeaving.current });
    }

    async function start() {
      const opening = loadClient();
      const [{ takeTokensFrom }, { queryClient }] = await Promise.all([loadApi(), loadQueryCache()]);
      if (isOver) return;
      const renewal = {
        renewedToken: async (refused: string) => (await loadModule()).renewedToken(refused),
        sessionEnded: (refused: string) => void loadModule().then((module) => module.endSession(refused)),
      };
      function take(event: AuthChangeEvent, session: AuthSession | null) {
        // What was loaded for one member is not for the next one.
        if (userId.current !== session?.user.id) queryClient.clear();
        if (!session) {
          userId.current = undefined;
          return signedOut();
        }
        if (lacksFactor(session)) {
          userId.current = undefined;
          return signedOut(true);
        }
        document.documentElement.dataset.session = '';
        const email = session.user.email || common.guest();
        // An address can change, and trial accounts have none.
        setDraftOwner(session.user.id, session.user.email);
        if (userId.current === session.user.id)
          return setState((before) => (before.status === 'signed-in' ? { ...before, email } : before));
        userId.current = session.user.id;
        isLeaving.current = false;
        // The form of the second factor stays until then.
        setState(({ needsFactor = false }) => ({ status: 'loading', isSigningIn: true, needsFactor }));
        // Outside the callback: the client must not be called from inside it.
        queueMicrotask(async () => {
          // A failed profile load is ignored: the member then has no rights until it works.
          await queryClient.prefetchQuery({ ...profileQuery, retry: false });
          const profile = queryClient.getQueryData<Profile>(profileQuery.queryKey);
          // A language that cannot be kept now is kept with the next page.
          const isLeaving =
            profile && (await syncLanguage(profile, event === 'SIGNED_IN').catch(() => false));
          if (isLeaving) return;
          if (userId.current === session.user.id) setState({ status: 'signed-in', email });
        });
      }
      // A still-valid token works without the client, so render while the client loads.
      const kept = readKeptSession();
      if (kept) {
        takeTokensFrom({ accessToken: async () => kept.access_token, ...renewal });
        take('INITIAL_SESSION', kept);
      }
      const client = await opening;
      if (isOver) return;
      takeTokensFrom({
        accessToken: async () => (await client.getSession()).data.session?.access_token,
        ...renewal,
      });
      const { data } = client.onAuthStateChange(take);
      stop = () => data.subscription.unsubscribe();
    }

    function listen() {
      isListening = start();
      // Whoever wants the client next tries again.
      isListening.catch(() => {
        isListening = undefined;
        awaitSession();
      });
    }
    // Somebody signs in on this page, or in another tab.
    const wanted = (event: Event) => {
      if (event instanceof StorageEvent && (event.key !== sessionKey || event.newValue === null)) return;
      stopAwaiting();
      if (!isKept() && event.type === 'storage') return;
      listen();
    };
    function awaitSession() {
      if (isOver) return;
      window.addEventListener('storage', wanted);
      window.addEventListener('promptory:session', wanted);
    }
    function stopAwaiting() {
      window.removeEventListener('storage', wanted);
      window.removeEventListener('promptory:session', wanted);
    }
    if (isKept() || isClientWanted) listen();
    else {
      signedOut();
      awaitSession();
    }
    const leaving = new BroadcastChannel(leavingChannel);
    leaving.onmessage = forgetDrafts;
    return () => {
      isOver = true;
      stopAwaiting();
      leaving.close();
      stop();
    };
  }, []);

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
        const others = new BroadcastChannel(leavingChannel);
        others.postMessage(null);
        others.close();
        // Whatever has gone wrong: the session ends here all the same.
        if (error) {
          forgetKept();
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

type Unsent = { name: string; message: string; code?: undefined; status?: undefined };

/**
 * What the client for signing in and up answers; the provider hears of the session that comes of it. Where the client's code cannot be
 * loaded, the answer has the error of a request that could not be sent.
 */
export async function askAuth<Answer>(
  ask: (client: AuthClient) => Promise<Answer>,
): Promise<Answer | { data: null; error: Unsent }> {
  isClientWanted = true;
  window.dispatchEvent(new Event('promptory:session'));
  const [client] = await Promise.all([loadClient(), isListening]).catch(() => []);
  if (client) return ask(client);
  if (isClientLost) await loadPageAgain();
  isClientLost = true;
  return { data: null, error: { name: 'AuthRetryableFetchError', message: unreachableWords() } };
}
