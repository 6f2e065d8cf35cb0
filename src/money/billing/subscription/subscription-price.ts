import { formatMoney } from '#ui/format.ts';
import type { Subscription } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';

/** "$12.00 a month". */
export const subscriptionPrice = (
  { amount, interval }: NonNullable<Subscription['kept_price']>,
  currency: string,
) => m.amount_per_interval({ amount: formatMoney(amount, currency), interval });
