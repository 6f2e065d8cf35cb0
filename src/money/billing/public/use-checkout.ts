import { useEffect, useState } from 'react';
import type { Purchase } from '#platform/api-client.ts';

const loadApi = () => import('#platform/api-client.ts');

/**
 * Takes the member to where he pays. `isOff`: the site takes no payments. The button is free again when it has failed, and when
 * he comes back with the browser's Back.
 */
export function useCheckout(failed: (error: Error) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [isOff, setIsOff] = useState(false);
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setIsBusy(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  async function start(purchase: Purchase) {
    setIsBusy(true);
    setIsOff(false);
    try {
      const { createCheckout } = await loadApi();
      window.location.assign(await createCheckout(purchase));
    } catch (error) {
      setIsBusy(false);
      if (error instanceof Error && 'code' in error && error.code === 'payments_off') setIsOff(true);
      else failed(error instanceof Error ? error : new Error(String(error)));
    }
  }
  return { isBusy, isOff, start };
}
