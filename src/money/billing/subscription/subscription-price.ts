import { formatMoney } from '#ui/format.ts';
import type { Subscription } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';

type Price = Pick<NonNullable<Subscription['kept_price']>, 'amount' | 'interval'>;

/** "$12.00 a month". */
export const subscriptionPrice = ({ amount, interval }: Price, currency: string) =>
  m.amount_per_interval({ amount: formatMoney(amount, currency), interval });

/** Whether the member has their plan by other means than the subscription that they also have. */
export const isBesideSubscription = ({ status, source }: Subscription) =>
  status !== null && source !== 'subscription';
