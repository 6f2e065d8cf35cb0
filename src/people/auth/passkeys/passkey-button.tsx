import { askAuth } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { keyErrorWords } from '../public/auth-error-words.ts';
import { useAuthAction } from '../sign-in/use-auth-action.ts';
import * as m from '../words/messages.ts';
import { endPasskeyOffer, renewPasskeyOffer } from './passkey-autofill.ts';

/** Signs in with a passkey. The page moves on once there is a session. */
export function PasskeyButton({ onProblem }: { onProblem: (message: string | undefined) => void }) {
  const { isBusy, start } = useAuthAction(async () => {
    endPasskeyOffer();
    const { error } = await askAuth((client) => client.signInWithPasskey());
    if (!error) return;
    onProblem(keyErrorWords(error));
    renewPasskeyOffer();
  });
  return (
    <Button
      variant="secondary"
      className="mt-4 w-full"
      disabled={isBusy}
      data-needs-app
      onClick={() => {
        onProblem(undefined);
        start();
      }}
    >
      {isBusy ? m.signing_in() : m.sign_in_with_a_passkey()}
    </Button>
  );
}
