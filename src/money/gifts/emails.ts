import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import { formatDay } from '#ui/format.ts';
import type { Gift } from './gifts.contract.ts';
import { lengthWords } from './public/gift-words.ts';
import * as m from './words/messages.ts';

type GiftFacts = Pick<Gift, 'plan' | 'months' | 'days' | 'ends_at' | 'is_paying'>;

const begun = (gift: GiftFacts) => (gift.is_paying ? m.email_access_now_charged() : m.email_access_now());

const small = (site: EmailBranding) => m.email_because_gift({ site: site.name });
const action = (site: EmailBranding) => ({
  label: m.email_your_subscription(),
  url: `${site.url}/subscription`,
});

export const redeemedEmail = (site: EmailBranding, to: string, gift: GiftFacts) =>
  composeEmail(site, {
    to,
    subject: m.email_your_gift({ plan: gift.plan, length: lengthWords(gift) }),
    paragraphs: [gift.ends_at ? begun(gift) : m.email_gift_waits()],
    facts: [
      [m.email_plan(), gift.plan],
      [m.email_for(), lengthWords(gift)],
      gift.ends_at
        ? [m.email_until(), formatDay(gift.ends_at)]
        : [m.email_begins(), m.email_when_plan_ends()],
    ],
    action: action(site),
    small: small(site),
  });

/** `plan` is null if it was deleted. */
export const revokedEmail = (
  site: EmailBranding,
  to: string,
  { plan, hasBegun }: { plan: string | null; hasBegun: boolean },
) => {
  const of = { plan: plan ?? m.email_a_plan() };
  return composeEmail(site, {
    to,
    subject: hasBegun ? m.email_gift_has_ended(of) : m.email_gift_taken_back(of),
    paragraphs: [m.email_gift_withdrawn({ site: site.name, support: site.supportEmail })],
    action: action(site),
    small: small(site),
  });
};
