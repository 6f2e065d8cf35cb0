import type { BillingInterval } from '#constants';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import { formatDay, formatMoney } from '#ui/format.ts';
import * as m from '../words/messages.ts';

/** Why someone gets an email about payments. */
export const because = {
  subscription: (site: EmailBranding) => m.email_because_subscription({ site: site.name }),
  purchase: (site: EmailBranding) => m.email_because_purchase({ site: site.name }),
  admin: (site: EmailBranding) => m.email_because_admin({ site: site.name }),
};

export const yourSubscription = (site: EmailBranding) => ({
  label: m.email_your_subscription(),
  url: `${site.url}/subscription`,
});

export const day = (time: Date) => formatDay(time.toISOString());

/** "$9.00 per month". `amount` is in the currency's minor unit. */
export const pricePer = ({
  amount,
  currency,
  interval,
}: {
  amount: number;
  currency: string;
  interval: BillingInterval;
}) => m.email_price_per({ price: formatMoney(amount, currency), interval });
