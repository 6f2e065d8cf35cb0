import { type ReactNode, useMemo } from 'react';
import { createPath, Navigate, useLocation } from 'react-router';
import { PageContent } from '#ui/page-content.tsx';
import { useIsOffline } from '#ui/use-is-offline.ts';
import * as common from '#ui/words/messages.ts';
import { useSession } from './session.tsx';
import { useProfile } from './use-profile.ts';

/**
 * Only for signed-in people. Others are sent to /signin and return afterward, unless they just signed out themselves; new members who
 * haven't agreed to the terms are sent there too. The children come even while the session is loading.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { status, hasLeft } = useSession();
  const needsConsent = useProfile()?.needs_consent;
  const isOffline = useIsOffline();
  const from = createPath(useLocation());
  // Memoize: a new object would restart the redirect on every render.
  const state = useMemo(() => (hasLeft ? undefined : { from }), [hasLeft, from]);
  if (status === 'signed-out' && hasLeft && isOffline) return <SignedOutOffline />;
  if (status === 'signed-out' || needsConsent)
    return (
      <PageContent>
        <Navigate to="/signin" replace state={state} />
      </PageContent>
    );
  return children;
}

/** The sign-in page comes from the server. It follows by itself once there is a connection. */
const SignedOutOffline = () => (
  <PageContent>
    <div role="status" className="mx-auto max-w-lg px-5 py-16 text-center">
      <h1 className="text-3xl">{common.youre_signed_out()}</h1>
      <p className="mt-3 text-muted">{common.sign_in_again_when_connected()}</p>
    </div>
  </PageContent>
);
