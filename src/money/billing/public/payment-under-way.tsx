import * as m from '../words/messages.ts';

/** Says that a payment takes days, and what comes then. */
export const PaymentUnderWay = ({ plan }: { plan: string }) =>
  `${m.your_bank_is_processing_your_payment_for({ plan })} ${m.this_can_take_a_few_days()}`;
