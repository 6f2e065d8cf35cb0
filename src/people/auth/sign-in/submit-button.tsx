import { useSession } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { useHasApp } from '#ui/use-has-app.ts';

/**
 * Submits a form that only works with the app. Until the app has loaded, the browser must not submit the form itself, so a press is kept
 * for the app. After signing in, the button stays busy until the page moves on.
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
