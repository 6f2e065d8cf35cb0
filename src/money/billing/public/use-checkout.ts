import { useEffect, useState } from 'react';
import type { Purchase } from '#platform/api-client.ts';

const loadApi = () => import('#platform/api-client.ts');

/**
 * Takes the member to where they pay. `isOff`: the site takes no payments. The button is free again after a failure,
 * and when the member comes back with the browser's Back. Visitors see it too, so it loads no query library.
 */
export function useCheckout(onError: (error: Error) => void) {
  const [state, setState] = useState<'ready' | 'busy' | 'off'>('ready');
  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && setState('ready');
    window.addEventListener('pageshow', onReturn);
    return () => window.removeEventListener('pageshow', onReturn);
  }, []);

  async function start(purchase: Purchase) {
    setState('busy');
    try {
      const { createCheckout } = await loadApi();
      window.location.assign(await createCheckout(purchase));
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const isOff = 'code' in error && error.code === 'payments_off';
      setState(isOff ? 'off' : 'ready');
      if (!isOff) onError(error);
    }
  }
  return { isBusy: state === 'busy', isOff: state === 'off', start };
}
