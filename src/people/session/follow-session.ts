import type { AuthChangeEvent, Session as AuthSession } from '@supabase/auth-js';
import type { QueryClient } from '@tanstack/react-query';
import type { Dispatch, RefObject, SetStateAction } from 'react';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { forgetDrafts, setDraftOwner } from '#ui/saving/drafts.ts';
import * as common from '#ui/words/messages.ts';
import { isSessionKept, lacksFactor, readKeptSession } from './public/kept-session.ts';
import type { Profile } from './public/profile.contract.ts';
import { profileQuery } from './public/profile-query.ts';
import { sessionKey } from './public/session-key.ts';
import { syncLanguage } from './sync-language.ts';

export type State = {
  /** While loading: there is a session, and the profile is being loaded. */
  isSigningIn?: boolean;
  /** The password was correct; the second factor is still missing, or was just entered. */
  needsFactor?: boolean;
  /** Whether the member signed out on this page. */
  hasLeft?: boolean;
} & ({ status: 'loading' | 'signed-out'; email?: undefined } | { status: 'signed-in'; email: string });

/** The session's state on the page. */
type Page = {
  setState: Dispatch<SetStateAction<State>>;
  /** The user's id, while there is a session. */
  userId: RefObject<string | undefined>;
  /** Whether the page has found that nobody is signed in. */
  isSignedOut: RefObject<boolean>;
  /** Whether the member is signing out on this page. */
  isLeaving: RefObject<boolean>;
};

// The clients aren't part of a first visit: they are loaded if there is a session, or somebody wants one.
const loadModule = () => import('./auth-client.ts');
export const loadClient = () => loadModule().then((module) => module.authClient);
const loadApi = () => import('#platform/client/api-client.ts');
const renewal = {
  renewedToken: async (refused: string) => (await loadModule()).renewedToken(refused),
  sessionEnded: (refused: string) => void loadModule().then((module) => module.endSession(refused)),
};

/** Tells other tabs that the member signs out, so that they delete their drafts too. */
const leavingChannel = 'promptory:leaving';
export function tellLeaving() {
  const others = openLeaving();
  others?.postMessage(null);
  others?.close();
}

/** Undefined in a browser that blocks storage: in Firefox, pages can't message each other then. */
function openLeaving(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(leavingChannel);
  } catch {
    return undefined;
  }
}

/** Kept for a provider that mounts later, because effects of the pages inside it run before its own. */
let isClientWanted = false;
/** Settles when the page listens for sessions. */
let isListening: Promise<void> | undefined;

/** Makes the page listen for a session that is about to start here. Resolves when it does. */
export function wantSession(): Promise<void> | undefined {
  isClientWanted = true;
  window.dispatchEvent(new Event('promptory:session'));
  return isListening;
}

function signedOut({ setState, isSignedOut, isLeaving }: Page, needsFactor = false) {
  isSignedOut.current = true;
  delete document.documentElement.dataset.session;
  setState({ status: 'signed-out', needsFactor, hasLeft: isLeaving.current });
}

/** Applies a change of the session: none, another one, or the same one with another address. */
function take(page: Page, queryClient: QueryClient, event: AuthChangeEvent, session: AuthSession | null) {
  const { setState, userId, isSignedOut, isLeaving } = page;
  // One member's data must not be shown to the next one.
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
  const isAnother = isSignedOut.current || userId.current !== undefined;
  userId.current = session.user.id;
  isLeaving.current = false;
  // Such as that the previous session has ended. What a page says while its session is being read stays.
  if (isAnother) void toast.dismissErrors();
  isSignedOut.current = false;
  // The second factor's form stays until the profile has loaded.
  setState(({ needsFactor = false }) => ({ status: 'loading', isSigningIn: true, needsFactor }));
  // Outside the callback, because the client must not be called inside it.
  queueMicrotask(async () => {
    // A failed profile load is ignored: the member then has no rights until it works.
    await queryClient.prefetchQuery({ ...profileQuery, retry: false });
    const profile = queryClient.getQueryData<Profile>(profileQuery.queryKey);
    // If the language can't be saved now, the next page saves it.
    const isLoadedAgain = profile && (await syncLanguage(profile, event === 'SIGNED_IN').catch(() => false));
    if (isLoadedAgain) return;
    if (userId.current === session.user.id) setState({ status: 'signed-in', email });
  });
}

/** Shows the browser's session while the page is open, and waits for one if there is none. @returns a function that stops it */
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
    // A page that the Back button restores from memory doesn't know of a sign-out in another tab.
    const restored = async ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      const { data: now, error } = await client.getSession();
      if (!error) take(page, queryClient, 'INITIAL_SESSION', now.session);
    };
    window.addEventListener('pageshow', restored);
    stop = () => {
      data.subscription.unsubscribe();
      window.removeEventListener('pageshow', restored);
    };
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
    // If another tab has already signed out again, this page keeps waiting.
    if (event instanceof StorageEvent && (event.key !== sessionKey() || !isSessionKept())) return;
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
