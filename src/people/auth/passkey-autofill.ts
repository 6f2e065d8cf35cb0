import { useEffect, useRef } from 'react';
import { openAuthClient } from '#people/session/public/session.tsx';
import { keyErrorWords } from './public/auth-error-words.ts';

/** What the browser is to sign ends after five minutes. */
const renewMilliseconds = 240_000;

let offering: AbortController | undefined;

/** Browsers ask for one passkey at a time: whoever asks otherwise ends the offer first. */
export function endPasskeyOffer(): void {
  offering?.abort();
  offering = undefined;
}

/** Offers the passkeys of the device where the email address is typed. The session that comes of one leads on by itself. */
export function usePasskeyOffer(isOn: boolean, onProblem: (message: string) => void): void {
  const tell = useRef(onProblem);
  tell.current = onProblem;
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    async function offer() {
      // Older browsers know passkeys without it.
      const isKnown = await window.PublicKeyCredential?.isConditionalMediationAvailable?.();
      if (!isKnown || isOver) return;
      endPasskeyOffer();
      const mine = new AbortController();
      offering = mine;
      const client = await openAuthClient();
      const { error } = await client.signInWithPasskey({
        options: { mediation: 'conditional', signal: mine.signal },
      });
      // What the browser ends by itself needs no words.
      if (error?.name === 'AuthApiError' && !isOver) tell.current(keyErrorWords(error));
    }
    const renew = () => {
      if (document.visibilityState === 'visible' && offering) void offer();
    };
    void offer();
    const timer = setInterval(renew, renewMilliseconds);
    return () => {
      isOver = true;
      clearInterval(timer);
      endPasskeyOffer();
    };
  }, [isOn]);
}
