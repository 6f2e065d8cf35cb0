import { useSession } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { useHasApp } from '#ui/use-has-app.ts';

/**
 * Sends a form that only the app can send. Until the app is there the browser must not send it by itself: a press waits for the app. Once
 * somebody is signed in it stays busy until the page leads on.
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
  const hasApp = useHasApp();
  return (
    <Button
      type={hasApp ? 'submit' : 'button'}
      size="large"
      className="w-full"
      disabled={isWorking}
      data-needs-app="form"
    >
      {isWorking ? busyLabel : label}
    </Button>
  );
}
