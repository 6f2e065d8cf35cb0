import { useEffect, useRef } from 'react';
import { askAuth } from '#people/session/public/session.tsx';
import { keyErrorWords } from '../public/auth-error-words.ts';

/** Challenges expire after five minutes. */
const renewMilliseconds = 240_000;

/** A request that ends sooner was aborted by the browser; don't retry. */
const soonestChoiceMilliseconds = 1_000;

let offering: AbortController | undefined;
let offerAgain: (() => void) | undefined;

/** Browsers allow one passkey request at a time, so any other request must first end the offer. */
export function endPasskeyOffer(): void {
  offering?.abort();
  offering = undefined;
}

/** Offers passkeys again after a request that ended the offer and then failed. */
export function renewPasskeyOffer(): void {
  offerAgain?.();
}

/** Whether the site refused a passkey that the visitor chose. Other errors come from an offer the visitor didn't use. */
const isAnswer = ({ code = '' }: { code?: string | undefined }) =>
  code.startsWith('webauthn_') || code === 'email_not_confirmed' || code === 'user_banned';

/** Offers the device's passkeys in the email field. The page moves on once there is a session. */
export function usePasskeyOffer(isOn: boolean, onProblem: (message: string) => void): void {
  const tell = useRef(onProblem);
  tell.current = onProblem;
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let offeredAt = 0;
    async function offer() {
      // Older browsers support passkeys, but not this.
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
