import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the app is there, and not only the page as the server has sent it. Until then the button of a form is no submit button, since the
 * browser must not send it by itself.
 */
export const useHasApp = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
