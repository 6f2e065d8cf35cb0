import { type ReactNode, useMemo } from 'react';
import { createPath, Navigate, useLocation } from 'react-router';
import { Spinner } from '#ui/spinner.tsx';
import { useSession } from './session.tsx';
import { useProfile } from './use-profile.ts';

/**
 * Only for people who are signed in; others go to /signin and come back afterwards, unless they have signed out themselves. So do new
 * members who have still to agree to the terms. `comesEarly`: the children show something of their own while that is not known yet.
 */
export function SignedInOnly({
  children,
  comesEarly = false,
}: {
  children: ReactNode;
  comesEarly?: boolean;
}) {
  const { status, hasLeft } = useSession();
  const needsConsent = useProfile()?.needs_consent;
  const from = createPath(useLocation());
  // Memoize: a new object would restart the redirect on every render.
  const state = useMemo(() => (hasLeft ? undefined : { from }), [hasLeft, from]);
  if (status === 'loading' && !comesEarly) return <Spinner />;
  if (status === 'signed-out' || needsConsent) return <Navigate to="/signin" replace state={state} />;
  return children;
}
