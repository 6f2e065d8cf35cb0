import { useTransition } from 'react';
import { useSession } from '#people/session/public/session.tsx';

/**
 * Runs an action of a button on visitors' pages, which don't load the query library. It is busy until the action ends, whatever its result,
 * and after signing in until the page moves on.
 */
export function useAuthAction<Given extends unknown[]>(action: (...given: Given) => Promise<void>) {
  const { isSigningIn = false } = useSession();
  const [isBusy, begin] = useTransition();
  return {
    isBusy: isBusy || isSigningIn,
    start: (...given: Given) => begin(() => action(...given)),
  };
}
