import { useSyncExternalStore } from 'react';
import { toastMilliseconds } from '#constants';
import { lazyPart } from '../lazy-part.tsx';
import type { Action, Kind } from './toaster.tsx';

type State = {
  isWanted: boolean;
  /** Shown by the page itself if the toast library can't be loaded. */
  plain: string | undefined;
};

// The toast library is loaded with the first toast, not with the page.
const loadToaster = () => import('./toaster.tsx');
const Toaster = lazyPart(loadToaster, { missing: () => null });

let state: State = { isWanted: false, plain: undefined };
const listeners = new Set<() => void>();
function change(values: Partial<State>) {
  state = { ...state, ...values };
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

let plainTimer: ReturnType<typeof setTimeout> | undefined;

async function show(kind: Kind, message: string, action?: Action) {
  change({ isWanted: true });
  const duration = action ? toastMilliseconds.undo : toastMilliseconds[kind];
  const library = await loadToaster().catch(() => undefined);
  if (library) return library.showToast(kind, message, duration || Number.POSITIVE_INFINITY, action);
  change({ plain: message });
  clearTimeout(plainTimer);
  if (duration) plainTimer = setTimeout(() => change({ plain: undefined }), duration);
}

/** Shows a message; how long it stays depends on the kind. */
export const toast = {
  success: (message: string) => void show('success', message),
  error: (message: string) => void show('error', message),
  info: (message: string) => void show('info', message),
  warning: (message: string) => void show('warning', message),
  /** With an undo button; stays long enough for people to find it. */
  withUndo: (message: string, label: string, undo: () => void) =>
    void show('success', message, { label, onClick: undo }),
  /** Removes the errors that are shown, once they are out of date. */
  async dismissErrors() {
    if (!state.isWanted) return;
    change({ plain: undefined });
    const library = await loadToaster().catch(() => undefined);
    library?.dismissErrors();
  },
};

/** The message of the server, or of the lost connection, for a change that failed. */
export const toastError = ({ message }: Error) => toast.error(message);

/**
 * Loads the library early, because it can't be loaded offline to report that. It is shown at once, because screen readers only announce
 * messages in a place that is there already.
 */
export async function preloadToasts() {
  await Toaster.preload();
  if (Toaster.hasCome()) change({ isWanted: true });
}

export function Toasts() {
  const { isWanted, plain } = useSyncExternalStore(
    subscribe,
    () => state,
    () => state,
  );
  return (
    <>
      {isWanted && <Toaster />}
      {plain !== undefined && (
        <p
          role="alert"
          className="fixed top-[4.75rem] left-1/2 z-[60] w-[min(22rem,calc(100vw-2rem))] -translate-x-1/2 rounded-md border border-line-strong bg-surface px-4 py-3 text-sm shadow-raised"
        >
          {plain}
        </p>
      )}
    </>
  );
}
