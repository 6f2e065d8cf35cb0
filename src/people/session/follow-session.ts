import type { AuthChangeEvent, Session as AuthSession } from '@supabase/auth-js';
import type { QueryClient } from '@tanstack/react-query';
import type { Dispatch, RefObject, SetStateAction } from 'react';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import { forgetDrafts, setDraftOwner } from '#ui/saving/drafts.ts';
import * as common from '#ui/words/messages.ts';
import { isSessionKept, lacksFactor, readKeptSession } from './public/kept-session.ts';
import type { Profile } from './public/profile.contract.ts';
import { profileQuery } from './public/profile-query.ts';
import { sessionKey } from './public/session-key.ts';
import { syncLanguage } from './sync-language.ts';

export type State = {
  /** While it is loading: there is a session, and the profile is still to come. */
  isSigningIn?: boolean;
  /** The password was right, and the code of the second factor is still to come, or has just come. */
  needsFactor?: boolean;
  /** Somebody has signed out here. */
  hasLeft?: boolean;
} & ({ status: 'loading' | 'signed-out'; email?: undefined } | { status: 'signed-in'; email: string });

/** What the page has of the session. */
type Page = {
  setState: Dispatch<SetStateAction<State>>;
  /** Whose session it is. */
  userId: RefObject<string | undefined>;
  /** Whether somebody is signing out here. */
  isLeaving: RefObject<boolean>;
};

// The clients are not part of a first visit: they are loaded where there is a session, or somebody wants one.
const loadModule = () => import('./auth-client.ts');
export const loadClient = () => loadModule().then((module) => module.authClient);
const loadApi = () => import('#platform/client/api-client.ts');
const renewal = {
  renewedToken: async (refused: string) => (await loadModule()).renewedToken(refused),
  sessionEnded: (refused: string) => void loadModule().then((module) => module.endSession(refused)),
};

/** Tells other tabs that the member signs out here: they keep nothing either of what they could not save. */
const leavingChannel = 'promptory:leaving';
export function tellLeaving() {
  const others = openLeaving();
  others?.postMessage(null);
  others?.close();
}

/** Undefined in a browser that keeps nothing: in Firefox, its pages hear nothing of each other either. */
function openLeaving(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(leavingChannel);
  } catch {
    return undefined;
  }
}

/** Kept for a provider that mounts later: effects of the pages inside it run before its own. */
let isClientWanted = false;
/** Settled once the page hears of sessions. */
let isListening: Promise<void> | undefined;

/** Has the page listen for the session that somebody is about to begin here. Resolves once it does. */
export function wantSession(): Promise<void> | undefined {
  isClientWanted = true;
  window.dispatchEvent(new Event('promptory:session'));
  return isListening;
}

function signedOut({ setState, isLeaving }: Page, needsFactor = false) {
  delete document.documentElement.dataset.session;
  setState({ status: 'signed-out', needsFactor, hasLeft: isLeaving.current });
}

/** Shows what the client says of the session: there is none, or another one, or the same with another address. */
function take(page: Page, queryClient: QueryClient, event: AuthChangeEvent, session: AuthSession | null) {
  const { setState, userId, isLeaving } = page;
  // What was loaded for one member is not for the next one.
  if (userId.current !== session?.user.id) queryClient.clear();
  if (!session || lacksFactor(session)) {
    userId.current = undefined;
    return signedOut(page, session !== null);
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
    const isLoadedAgain = profile && (await syncLanguage(profile, event === 'SIGNED_IN').catch(() => false));
    if (isLoadedAgain) return;
    if (userId.current === session.user.id) setState({ status: 'signed-in', email });
  });
}

/** Shows the browser's session as long as the page is there, and waits for one where there is none. @returns what ends that */
export function followSession(page: Page): () => void {
  let stop: () => void = () => undefined;
  let isOver = false;

  async function start() {
    const opening = loadClient();
    const [{ takeTokensFrom }, { queryClient }] = await Promise.all([loadApi(), loadQueryCache()]);
    if (isOver) return;
    // A still-valid token works without the client, so render while the client loads.
    const kept = readKeptSession();
    if (kept) {
      takeTokensFrom({ accessToken: async () => kept.access_token, ...renewal });
      take(page, queryClient, 'INITIAL_SESSION', kept);
    }
    const client = await opening;
    if (isOver) return;
    takeTokensFrom({
      accessToken: async () => (await client.getSession()).data.session?.access_token,
      ...renewal,
    });
    const { data } = client.onAuthStateChange((event, session) => take(page, queryClient, event, session));
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
    // Another tab may have signed out again already: then this page goes on waiting.
    if (event instanceof StorageEvent && (event.key !== sessionKey || !isSessionKept())) return;
    stopAwaiting();
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
  if (isSessionKept() || isClientWanted) listen();
  else {
    signedOut(page);
    awaitSession();
  }
  const leaving = openLeaving();
  if (leaving) leaving.onmessage = forgetDrafts;
  return () => {
    isOver = true;
    stopAwaiting();
    leaving?.close();
    stop();
  };
}
