import { useEffect, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { destinationPath, readDestination, withDestination } from '#people/session/public/destination.ts';
import { profileQuery } from '#people/session/public/profile-query.ts';
import { useSession } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { ownPagesContext } from '#site/own-pages/public/own-pages-context.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Spinner } from '#ui/spinner.tsx';
import * as common from '#ui/words/messages.ts';
import { EmailSignIn } from '../email/email-sign-in.tsx';
import { LinkSignIn, useSignInLink } from '../email/link-sign-in.tsx';
import { signInOptionsContext } from '../public/sign-in-options.ts';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import * as m from '../words/messages.ts';
import type { Route } from './+types/sign-in-page.ts';
import { AgreeCard } from './agree-card.tsx';
import { ResetForm, ResetSent } from './reset-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const ConfirmAddress = lazyPart(() => import('./confirm-address.tsx'));

export const meta = privateMeta(common.sign_in);

export async function loader({ context }: Route.LoaderArgs) {
  const [options, pages] = await Promise.all([
    context.get(signInOptionsContext).read(),
    context.get(ownPagesContext).list(),
  ]);
  return { options, asked: pages.filter(({ asks_consent }) => asks_consent) };
}

export default function SignInPage({ loaderData }: Route.ComponentProps) {
  const [mode, setMode] = useState<'sign-in' | 'reset' | 'sent' | 'email' | 'unconfirmed'>('sign-in');
  const { state } = useLocation();
  const [email, setEmail] = useState(() => emailIn(state));
  const [isBack, setIsBack] = useState(false);
  const goBack = (typed = email) => {
    setEmail(typed);
    setIsBack(document.activeElement?.matches(':focus-visible') ?? false);
    setMode('sign-in');
  };
  const leadTo = (next: typeof mode) => (typed: string) => {
    setEmail(typed);
    setMode(next);
  };
  const { link, leaveLink } = useSignInLink();
  const { status, needsFactor } = useSession();
  const [query] = useSearchParams();
  const profile = useProfile();
  const { asked } = loaderData;
  // The owner has stopped asking since the profile was loaded: moving on would lead back here.
  const isOutdated = status === 'signed-in' && profile?.needs_consent === true && asked.length === 0;
  useEffect(() => {
    if (isOutdated)
      void loadQueryCache().then(({ queryClient }) => queryClient.invalidateQueries(profileQuery));
  }, [isOutdated]);
  if (link?.tokens) return <LinkSignIn link={link} onBack={leaveLink} />;
  if (link?.isArriving || isOutdated) return <Spinner />;
  if (needsFactor) return <SecondFactor hasPasskeys={loaderData.options.passkeys} />;
  if (status === 'signed-in' && profile?.needs_consent && asked.length > 0)
    return <AgreeCard pages={asked} />;
  if (status === 'signed-in')
    return (
      <Navigate
        // From there, members are sent on to their own dashboard.
        to={destinationPath(
          readDestination(query, state),
          loaderData.options.isNew ? '/admin' : '/dashboard',
        )}
        replace
      />
    );
  if (mode === 'email') return <EmailSignIn email={email} onBack={goBack} />;
  if (mode === 'unconfirmed')
    return (
      <ConfirmAddress
        email={email}
        emailRedirectTo={location.origin + withDestination('/signin', readDestination(query, state))}
        backLabel={m.back_to_sign_in_2()}
        onBack={() => goBack()}
      />
    );
  if (mode === 'sign-in')
    return (
      <SignInForm
        isFocused={isBack}
        email={email}
        onForgot={leadTo('reset')}
        onEmail={loaderData.options.byEmail ? leadTo('email') : undefined}
        onUnconfirmed={leadTo('unconfirmed')}
        hasPasskeys={loaderData.options.passkeys}
        providers={loaderData.options.providers}
        notice={link?.notice}
        failure={link?.failure}
      />
    );
  if (mode === 'reset') return <ResetForm email={email} onBack={goBack} onSent={leadTo('sent')} />;
  return <ResetSent email={email} onBack={() => goBack()} />;
}

/** The address typed at sign-up, if it already has an account. */
const emailIn = (state: unknown) =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';
