import { useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';

const never = () => () => undefined;

/**
 * Sends a form with a password. Before the page's script runs it cannot be pressed: the browser itself would send the
 * form, with the password in the address.
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
      disabled={isBusy || !isReady}
    >
      {isBusy ? busyLabel : label}
    </Button>
  );
}
