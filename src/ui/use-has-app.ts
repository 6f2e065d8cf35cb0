import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the app runs, not only the page from the server. Until then, a form that only the app can send must not have a submit button, or
 * the browser would send it.
 */
export const useHasApp = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
