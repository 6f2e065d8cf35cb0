import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { readDestination } from '#people/session/public/destination.ts';
import { useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { ownPagesContext } from '#site/own-pages/public/own-pages-context.ts';
import * as common from '#ui/words/messages.ts';
import { CodeForm } from '../email/code-form.tsx';
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

export const meta = privateMeta(common.sign_up);

export default function SignUpPage({ loaderData }: Route.ComponentProps) {
  const { options } = loaderData;
  const [query] = useSearchParams();
  const { status } = useSession();
  const destination = readDestination(query);
  const [waiting, setWaiting] = useState<string>();
  if (status === 'signed-in') return <Navigate to={targetOf(destination)} replace />;
  if (waiting !== undefined)
    return (
      <AuthCard title={m.check_your_email()}>
        <CodeForm email={waiting} type="signup" text={m.we_sent_a_confirmation_link()} />
      </AuthCard>
    );
  if (options.signup !== 'open')
    return (
      <AuthCard title={common.sign_up()} foot={<HasAccount destination={destination} />}>
        <p className="text-muted">
          {options.signup === 'invite' ? m.sign_up_is_by_invitation() : m.sign_up_is_closed()}
        </p>
      </AuthCard>
    );
  return <SignUpForm {...loaderData} destination={destination} confirmLater={setWaiting} />;
}
