import { useEffect, useState } from 'react';
import { keepReturnPath } from '../return-path.ts';
import * as m from '../words/messages.ts';
import type { CheckoutRequest } from './billing.contract.ts';

const open = (url: string) => window.location.assign(url);
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

  /** `returnTo`: where to go once it is paid, instead of the page of what was bought. */
  async function start(purchase: CheckoutRequest, returnTo?: string, leave: (url: string) => void = open) {
    setState('busy');
    try {
      const { functions } = await loadApi();
      const answer = await functions['create-checkout-session'].$post({ json: purchase });
      const { url } = await answer.json();
      if (!url) throw new Error(m.no_checkout_url_returned());
      keepReturnPath(returnTo);
      leave(url);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const isOff = 'code' in error && error.code === 'payments_off';
      setState(isOff ? 'off' : 'ready');
      if (!isOff) onError(error);
    }
  }
  return { isBusy: state === 'busy', isOff: state === 'off', start };
}
