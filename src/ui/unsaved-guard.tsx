import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before another page takes the place of one with unsaved changes. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      question="Leave without saving?"
      confirmLabel="Discard changes"
      onConfirm={() => blocker.proceed?.()}
    >
      What you have changed here is lost.
    </ConfirmDialog>
  );
}
