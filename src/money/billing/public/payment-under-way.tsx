import * as m from '../words/messages.ts';

/** Says that a payment takes days, and what happens then. */
export const PaymentUnderWay = ({ plan }: { plan: string }) =>
  `${m.payment_under_way({ plan })} ${m.payment_takes_days()}`;
