import { formatDay, plural } from '#ui/format.ts';
import type { KeyChangeLosses } from './public/payment-connection.ts';

/** What the owner has to know before a change of the secret key; undefined if it costs nobody anything. */
export function keyChangeWarning(losses: KeyChangeLosses): string | undefined {
  const { plans, lastUntil, buyers, charged, isLive } = losses;
  const isOne = plans === 1;
  const members = plural(plans, 'member');
  const day = lastUntil && formatDay(lastUntil);
  const sentences = [
    plans > 0 && !day && `${members} ${isOne ? 'loses' : 'lose'} their plan at once.`,
    plans > 0 &&
      day &&
      `${members} ${isOne ? 'keeps' : 'keep'} their plan for now, ${isOne ? '' : 'the last one '}until ${day}. Then they lose it.`,
    buyers > 0 && `${plural(buyers, 'member')} ${buyers === 1 ? 'loses' : 'lose'} the playbooks they bought.`,
    charged > 0 &&
      isLive &&
      `Stripe goes on charging ${plural(charged, 'member')} until you cancel their ${charged === 1 ? 'subscription' : 'subscriptions'} there.`,
    plans > 0 &&
      !isLive &&
      `Their ${isOne ? 'subscription' : 'subscriptions'} at Stripe ${isOne ? 'continues' : 'continue'} in test mode, where nobody is charged.`,
  ].filter((sentence) => typeof sentence === 'string');
  return sentences.join(' ') || undefined;
}
