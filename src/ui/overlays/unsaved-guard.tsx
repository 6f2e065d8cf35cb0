import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { DiscardDialog } from './discard-dialog.tsx';

/** Goes along with a navigation that closes an editor on purpose. */
export const leaving = { isLeaving: true };

type Props = {
  isDirty: boolean;
  /** What was typed is not wanted any more. */
  discard?: (() => void) | undefined;
  /** Whether what was typed stays in this browser, as that of fields that save themselves does. */
  isKept?: boolean;
};

/** Asks before leaving a page, or an editor that is part of its address, with unsaved changes. */
export function UnsavedGuard({ isDirty, discard, isKept = false }: Props) {
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      isDirty &&
      next.state?.isLeaving !== true &&
      (now.pathname !== next.pathname || now.search !== next.search),
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return (
    <DiscardDialog
      isKept={isKept}
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        discard?.();
        blocker.proceed?.();
      }}
    />
  );
}
