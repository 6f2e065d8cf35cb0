import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PaymentMode } from '../payment-provider.ts';

/** The mode of the payments that currently count. */
export type CurrentMode = () => Promise<PaymentMode>;

/**
 * SQL for whether a member's access costs nothing on a site that sells plans: the free plan, none, or a trial. Anyone can have any number
 * of such accounts. Gifts and complimentary plans don't count as free, because the owner decides on each; trials in
 * another mode count as no plan.
 */
export const paysNothing = (userId: string, mode: PaymentMode): RawBuilder<SqlBool> => sql<SqlBool>`(
  exists (select from tiers where price > 0) and (
    not exists (select from profiles join tiers on tiers.id = current_tier_id(profiles) where profiles.id = ${userId} and tiers.price > 0)
    or exists (select from subscriptions trial join profiles on profiles.id = trial.user_id where trial.user_id = ${userId} and trial.mode = ${mode}
      and trial.status = 'trialing' and trial.trial_end > now() and trial.tier_id = current_tier_id(profiles)
      and profiles.complimentary_tier_id is distinct from trial.tier_id)))`;
