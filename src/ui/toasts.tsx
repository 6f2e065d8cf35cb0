import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastMilliseconds } from '#constants';

type Kind = 'success' | 'error' | 'info' | 'warning';

// The toast library is loaded with the first toast, not with the first page.
let isWanted = false;
const listeners = new Set<() => void>();

async function show(kind: Kind, message: string) {
  isWanted = true;
  for (const listener of listeners) listener();
  const { toast: sonner } = await import('sonner');
  sonner[kind](message, { duration: toastMilliseconds[kind] || Number.POSITIVE_INFINITY });
}

/** Says what happened; how long it stays depends on the kind. */
export const toast = {
  success: (message: string) => void show('success', message),
  error: (message: string) => void show('error', message),
  info: (message: string) => void show('info', message),
  warning: (message: string) => void show('warning', message),
};

/** What the server, or the connection to it, says of a change that failed. */
export const toastError = ({ message }: Error) => toast.error(message);

const loadToaster = () => import('./toaster.tsx');
const Toaster = lazy(loadToaster);

/** Ahead of the first toast: the one that says that the network is gone could not be loaded without it. */
export const preloadToasts = () => void loadToaster().catch(() => undefined);

export function Toasts() {
  const wanted = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
    () => false,
  );
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
