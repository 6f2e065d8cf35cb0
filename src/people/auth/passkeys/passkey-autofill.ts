import { useEffect, useRef } from 'react';
import { askAuth } from '#people/session/public/session.tsx';
import { keyErrorWords } from '../public/auth-error-words.ts';

/** Challenges expire after five minutes. */
const renewMilliseconds = 240_000;

/** A request that ends sooner was aborted by the browser; don't retry. */
const soonestChoiceMilliseconds = 1_000;

let offering: AbortController | undefined;
let offerAgain: (() => void) | undefined;

/** Browsers ask for one passkey at a time: whoever asks otherwise ends the offer first. */
export function endPasskeyOffer(): void {
  offering?.abort();
  offering = undefined;
}

/** For whoever has ended the offer, and has got nothing. */
export function renewPasskeyOffer(): void {
  offerAgain?.();
}

/** What the site answers to a passkey that somebody has chosen. Whatever else fails was not asked for. */
const isAnswer = ({ code = '' }: { code?: string | undefined }) =>
  code.startsWith('webauthn_') || code === 'email_not_confirmed' || code === 'user_banned';

/** Offers the passkeys of the device where the email address is typed. The page moves on once there is a session. */
export function usePasskeyOffer(isOn: boolean, onProblem: (message: string) => void): void {
  const tell = useRef(onProblem);
  tell.current = onProblem;
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let offeredAt = 0;
    async function offer() {
      // Older browsers know passkeys without it.
      const isKnown = await window.PublicKeyCredential?.isConditionalMediationAvailable?.();
      if (!isKnown || isOver) return;
      endPasskeyOffer();
      const mine = new AbortController();
      offering = mine;
      offeredAt = Date.now();
      const { error } = await askAuth((client) =>
        client.signInWithPasskey({ options: { mediation: 'conditional', signal: mine.signal } }),
      );
      if (!error || mine.signal.aborted) return;
      if (isAnswer(error)) tell.current(keyErrorWords(error));
      if (Date.now() - offeredAt > soonestChoiceMilliseconds) void offer();
    }
    const renew = () => {
      if (document.visibilityState === 'visible' && offering) void offer();
    };
    // The challenge may have expired in the background, or while the computer slept.
    const renewOld = () => {
      if (Date.now() - offeredAt >= renewMilliseconds) renew();
    };
    void offer();
    offerAgain = () => void offer();
    const timer = setInterval(renew, renewMilliseconds);
    document.addEventListener('visibilitychange', renewOld);
    return () => {
      isOver = true;
      offerAgain = undefined;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renewOld);
      endPasskeyOffer();
    };
  }, [isOn]);
}
