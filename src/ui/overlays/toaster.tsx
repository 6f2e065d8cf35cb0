import { useEffect } from 'react';
import { Toaster, toast, useSonner } from 'sonner';
import { useTheme } from '../theme.ts';
import * as m from '../words/messages.ts';

export type Kind = 'success' | 'error' | 'info' | 'warning';
export type Action = { label: string; onClick: () => void };

/** The toasts without a button that are shown, by kind and message, and how often each has come. */
const shown = new Map<string, { id: string | number; times: number }>();

/**
 * Shows a message. One that is there already gets its full time again instead of a copy; with a button each stays, because each undoes another
 * change.
 * @param duration in milliseconds
 */
export function showToast(kind: Kind, message: string, duration: number, action?: Action) {
  if (action) return toast[kind](message, { duration, action });
  const key = `${kind} ${message}`;
  const earlier = shown.get(key);
  const times = (earlier?.times ?? 0) + 1;
  const forget = () => shown.delete(key);
  // As a new element, so that screen readers announce it again.
  const id = toast[kind](<span key={times}>{message}</span>, {
    duration,
    ...(earlier && { id: earlier.id }),
    onAutoClose: forget,
    onDismiss: forget,
  });
  shown.set(key, { id, times });
}

export function dismissErrors() {
  for (const [key, { id }] of shown) if (key.startsWith('error ')) toast.dismiss(id);
}

/** Below the top bar, in pixels. */
const usual = 76;
/** The height of a message with three lines. */
const height = 96;
const gap = 12;
/** As many messages are shown at once. */
const maximum = 3;

/** Messages start below the focused field if they would cover it. */
function placeToasts(count: number) {
  const all = height * Math.min(Math.max(count, 1), maximum);
  const field = document.activeElement?.closest('input, textarea, select, [contenteditable]');
  const { top = 0, bottom = 0 } = field?.getBoundingClientRect() ?? {};
  const isCovered = field && top < usual + all && bottom > usual;
  const below = bottom + gap;
  const fits = below + all < (window.visualViewport?.height ?? window.innerHeight);
  document.documentElement.style.setProperty('--toasts', `${isCovered && fits ? below : usual}px`);
}

export default function StyledToaster() {
  const theme = useTheme();
  const count = useSonner().toasts.length;
  useEffect(() => {
    const place = () => placeToasts(count);
    place();
    const events = ['focusin', 'focusout', 'scroll'];
    for (const event of events) document.addEventListener(event, place, { capture: true, passive: true });
    return () => {
      for (const event of events) document.removeEventListener(event, place, { capture: true });
    };
  }, [count]);
  return (
    <Toaster
      theme={theme}
      // Below the top bar, where they don't cover a dialog's buttons.
      position="top-center"
      offset={{ top: '4.75rem' }}
      mobileOffset={{ top: `var(--toasts, ${usual}px)` }}
      // Below each other: a stack would hide all but the latest.
      expand
      visibleToasts={maximum}
      closeButton
      containerAriaLabel={m.notifications()}
      toastOptions={{
        closeButtonAriaLabel: m.close_notification(),
        style: {
          background: 'var(--surface)',
          color: 'var(--ink)',
          border: '1px solid var(--line-strong)',
          fontFamily: 'var(--font-sans)',
        },
      }}
    />
  );
}
