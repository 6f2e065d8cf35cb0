import { useTransition } from 'react';
import { useSession } from '#people/session/public/session.tsx';

/**
 * What a button for visitors starts: pages that they see have no query library. It is busy until the action has ended, whatever comes
 * of it, and once somebody is signed in until the page leads on.
 */
export function useAuthAction<Given extends unknown[]>(action: (...given: Given) => Promise<void>) {
  const { isSigningIn = false } = useSession();
  const [isBusy, begin] = useTransition();
  return {
    isBusy: isBusy || isSigningIn,
    start: (...given: Given) => begin(() => action(...given)),
  };
}
