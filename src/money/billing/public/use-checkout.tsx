import { useEffect, useState } from 'react';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { keepReturnPath } from '../checkout/return-path.ts';
import * as m from '../words/messages.ts';
import type { CheckoutRequest } from './billing.contract.ts';

const open = (url: string) => window.location.assign(url);
/** Loaded when needed, because most checkouts need no consent. */
const ConsentDialog = lazyPart(() => import('../checkout/consent-dialog.tsx'));
type Question = { agree: (agreed: AgreedTo) => Promise<void> };
const loadApi = () => import('#platform/client/api-client.ts');

/**
 * Sends the member to the page where they pay. `isOff`: the site takes no payments. The button is enabled again after a failure, and when
 * the member returns with the Back button. Visitors see it too, so it loads no query library.
 * @param onDeclined called when the member is asked for consent and cancels
 */
export function useCheckout(onError: (error: Error) => void, onDeclined?: () => void) {
  const [state, setState] = useState<'ready' | 'busy' | 'off'>('ready');
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && setState('ready');
    window.addEventListener('pageshow', onReturn);
    return () => window.removeEventListener('pageshow', onReturn);
  }, []);

  /** `returnTo`: where to go after paying, instead of the page of the purchase. */
  async function start(
    purchase: CheckoutRequest,
    returnTo?: string,
    leave: (url: string) => void = open,
  ): Promise<void> {
    setState('busy');
    try {
      const { functions } = await loadApi();
      const response = await functions['create-checkout-session'].$post({ json: purchase });
      const answer = await response.json();
      if (!answer.url) throw new Error(m.no_checkout_url_returned());
      keepReturnPath(returnTo);
      leave(answer.url);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const code = 'code' in error ? error.code : undefined;
      setState(code === 'payments_off' ? 'off' : 'ready');
      if (code === 'consent_required')
        return setQuestion({ agree: (agreed_to) => start({ ...purchase, agreed_to }, returnTo, leave) });
      if (code !== 'payments_off') onError(error);
    }
  }
  const isBusy = state === 'busy';
  return {
    isBusy,
    isOff: state === 'off',
    start,
    /** The dialog that asks for consent if the owner's pages require it; render it on the page. */
    consent: question && (
      <ConsentDialog
        onClose={() => {
          setQuestion(undefined);
          onDeclined?.();
        }}
        onAgree={(agreed) => {
          setQuestion(undefined);
          void question.agree(agreed);
        }}
      />
    ),
  };
}
