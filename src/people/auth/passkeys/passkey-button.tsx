import { useState } from 'react';
import { openAuthClient } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { keyErrorWords } from '../public/auth-error-words.ts';
import * as m from '../words/messages.ts';
import { endPasskeyOffer, renewPasskeyOffer } from './passkey-autofill.ts';

/** Signs in with a passkey. The session that comes of it leads on by itself. */
export function PasskeyButton({ onProblem }: { onProblem: (message: string | undefined) => void }) {
  const [isBusy, setIsBusy] = useState(false);
  async function signIn() {
    onProblem(undefined);
    setIsBusy(true);
    endPasskeyOffer();
    const client = await openAuthClient();
    const { error } = await client.signInWithPasskey();
    // With a session, the page leads on.
    if (!error) return;
    setIsBusy(false);
    onProblem(keyErrorWords(error));
    renewPasskeyOffer();
  }
  return (
    <Button variant="secondary" className="mt-4 w-full" disabled={isBusy} onClick={() => void signIn()}>
      {isBusy ? m.signing_in() : m.sign_in_with_a_passkey()}
    </Button>
  );
}
