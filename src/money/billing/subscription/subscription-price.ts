import { formatMoney } from '#ui/format.ts';
import type { Subscription } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';

type Price = Pick<NonNullable<Subscription['kept_price']>, 'amount' | 'interval'>;

/** "$12.00 a month". */
export const subscriptionPrice = ({ amount, interval }: Price, currency: string) =>
  m.amount_per_interval({ amount: formatMoney(amount, currency), interval });

/** Whether the member's plan isn't the one of their subscription: they have it by other means, or as what is left after a refund. */
export const isBesideSubscription = ({ status, source, kept_price }: Subscription) =>
  status !== null && (source !== 'subscription' || Boolean(kept_price?.until));
