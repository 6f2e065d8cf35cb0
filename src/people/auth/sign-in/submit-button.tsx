import { useSyncExternalStore } from 'react';
import { useSession } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';

const never = () => () => undefined;

/**
 * Sends a form with a password. Before the app is there it is not a button that sends, as the browser itself would send the form, with the
 * password in the address: a press waits for the app. Once somebody is signed in it stays busy until the page leads on.
 */
export function SubmitButton({
  isBusy,
  label,
  busyLabel,
}: {
  isBusy: boolean;
  label: string;
  busyLabel: string;
}) {
  const isWorking = useSession().isSigningIn || isBusy;
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <Button
      type={isReady ? 'submit' : 'button'}
      size="large"
      className="w-full"
      disabled={isWorking}
      data-needs-app="form"
    >
      {isWorking ? busyLabel : label}
    </Button>
  );
}
