import { useEffect, useState } from 'react';
import { useMatches, useNavigate } from 'react-router';
import { useSession } from '#people/session/public/session.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** The handle of a layout whose guard redirects to /signin. */
export const guarded = { isGuarded: true };

const GuestQuestion = lazyPart(() => import('./guest-question.tsx'), { missing: () => null });

/**
 * Signs out, and goes to /signin from pages that anyone can see. Nothing leads back to a trial account, so its owner is asked first.
 * @returns what a button calls, and the question, which outlasts the button's menu
 */
export function useSignOut() {
  const { signOut: endSession, email } = useSession();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  // A second navigation would cancel the guard's redirect and add a history entry.
  const isGuarded = useMatches().some(({ handle }) => handle === guarded);
  const isGuest = email === common.guest();
  useEffect(() => {
    // Also needed offline, where it can't be loaded.
    if (isGuest) void GuestQuestion.preload().catch(() => undefined);
  }, [isGuest]);
  const end = () => {
    setIsAsking(false);
    void endSession().then(() => isGuarded || !navigator.onLine || navigate('/signin'));
  };
  return {
    signOut() {
      if (isGuest && GuestQuestion.hasCome()) setIsAsking(true);
      else if (!isGuest || confirm(`${m.sign_out_of_your_trial()} ${m.you_cant_sign_in_again()}`)) end();
    },
    question: isAsking && <GuestQuestion onClose={() => setIsAsking(false)} onConfirm={end} />,
  };
}
