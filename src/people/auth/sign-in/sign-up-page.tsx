import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { readDestination, withDestination } from '#people/session/public/destination.ts';
import { useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { ownPagesContext } from '#site/own-pages/public/own-pages-context.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import * as common from '#ui/words/messages.ts';
import { signInOptionsContext } from '../public/sign-in-options.ts';
import { signUpTargetContext } from '../public/sign-up-target.ts';
import * as m from '../words/messages.ts';
import type { Route } from './+types/sign-up-page.ts';
import { AuthCard } from './auth-card.tsx';
import { HasAccount, SignUpForm, targetOf } from './sign-up-form.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { from, plan } = readDestination(new URL(request.url).searchParams);
  const sought = context.get(signUpTargetContext);
  const [wanted, planName, options, pages] = await Promise.all([
    from && !plan ? sought.find(from) : undefined,
    plan && sought.planName(plan),
    context.get(signInOptionsContext).read(),
    context.get(ownPagesContext).list(),
  ]);
  return { wanted, planName, options, asked: pages.filter(({ asks_consent }) => asks_consent) };
}

const ConfirmAddress = lazyPart(() => import('./confirm-address.tsx'));

export const meta = privateMeta(common.sign_up);

export default function SignUpPage({ loaderData }: Route.ComponentProps) {
  const { options } = loaderData;
  const [query] = useSearchParams();
  const { status } = useSession();
  const destination = readDestination(query);
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState<string>();
  // A phone reloads the page after a visit to the inbox. The server's page can't know of it.
  useEffect(() => setWaiting(waitingIn(state)), [state]);
  const waitFor = (email: string | undefined) =>
    navigate({ search }, { replace: true, state: { waiting: email } });
  if (status === 'signed-in') return <Navigate to={targetOf(destination)} replace />;
  if (waiting !== undefined)
    return (
      <ConfirmAddress
        email={waiting}
        emailRedirectTo={location.origin + withDestination('/signin', destination)}
        backLabel={m.use_another_address()}
        onBack={() => waitFor(undefined)}
      />
    );
  if (options.signup !== 'open')
    return (
      <AuthCard title={common.sign_up()} foot={<HasAccount destination={destination} />}>
        <p className="text-muted">
          {options.signup === 'invite' ? m.sign_up_is_by_invitation() : m.sign_up_is_closed()}
        </p>
      </AuthCard>
    );
  return <SignUpForm {...loaderData} destination={destination} confirmLater={waitFor} />;
}

/** The address that a new account on this page waits for. */
const waitingIn = (state: unknown) =>
  typeof state === 'object' && state !== null && 'waiting' in state && typeof state.waiting === 'string'
    ? state.waiting
    : undefined;
