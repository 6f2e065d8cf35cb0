import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';
import { formatDay } from '#ui/format.ts';
import type { Gift } from './gifts.contract.ts';
import { lengthWords } from './public/gift-words.ts';

type GiftFacts = Pick<Gift, 'plan' | 'months' | 'days' | 'ends_at'>;

const small = (site: EmailBranding) => `You received this email because you redeemed a gift at ${site.name}.`;
const action = (site: EmailBranding) => ({ label: 'Your subscription', url: `${site.url}/subscription` });

export const redeemedEmail = (site: EmailBranding, to: string, gift: GiftFacts) =>
  composeEmail(site, {
    to,
    subject: `Your gift: ${gift.plan} for ${lengthWords(gift)}`,
    paragraphs: [
      gift.ends_at
        ? 'You now have access to everything in this plan. It ends by itself, and you pay nothing.'
        : 'Your present plan already includes everything in this one, so your gift waits. It begins when that plan ends.',
    ],
    facts: [
      ['Plan', gift.plan],
      ['For', lengthWords(gift)],
      gift.ends_at ? ['Until', formatDay(gift.ends_at)] : ['Begins', 'When your present plan ends'],
    ],
    action: action(site),
    small: small(site),
  });

export const revokedEmail = (site: EmailBranding, to: string, plan: string) =>
  composeEmail(site, {
    to,
    subject: `Your gift of ${plan} has ended`,
    paragraphs: [
      `The gift was withdrawn by ${site.name}. If you have questions, write to ${site.supportEmail}.`,
    ],
    action: action(site),
    small: small(site),
  });
