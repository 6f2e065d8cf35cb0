import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { DiscardDialog } from './discard-dialog.tsx';

type Props = {
  isDirty: boolean;
  /** Called when unsaved changes are discarded. */
  discard?: (() => void) | undefined;
  /** Whether unsaved text stays in this browser, as for fields that save automatically. */
  isKept?: boolean;
};

/** Asks before leaving unsaved changes on a page, or in an editor that is part of the page's URL. */
export function UnsavedGuard({ isDirty, discard, isKept = false }: Props) {
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next, historyAction }) =>
      isDirty &&
      // The state stays in the history, where Back and Forward find it again.
      (historyAction === 'POP' || next.state?.isLeaving !== true) &&
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
