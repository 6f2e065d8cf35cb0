import { useSyncExternalStore } from 'react';
import { useSession } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';

const never = () => () => undefined;

/**
 * Sends a form with a password. Before the page's script runs it cannot be pressed: the browser itself would send the
 * form, with the password in the address. Once somebody is signed in it stays busy until the page leads on.
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
      type="submit"
      size="large"
      className={isReady ? 'w-full' : 'w-full disabled:opacity-100'}
      disabled={isWorking || !isReady}
    >
      {isWorking ? busyLabel : label}
    </Button>
  );
}
