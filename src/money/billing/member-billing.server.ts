import { sql } from 'kysely';
import type { Grant } from '#access/decide.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { limits } from '#constants';
import { assertAhead } from '#platform/contract/assert-ahead.ts';
import { AppError } from '#platform/errors.ts';
import * as common from '#ui/words/messages.ts';
import type { TrialUses } from './checkout/trial-uses.server.ts';
import type { PaymentMode } from './payment-provider.ts';
import { setComplimentary } from './subscription/complimentary.service.server.ts';
import { describePlan } from './subscription/plan-view.server.ts';
import type { Payments } from './sync/active-payments.server.ts';

type Parts = { db: OperatorWriter<'payments'>; payments: Payments; trialUses: TrialUses };

/**
 * `amount` is what was paid or, while it is open, what is due; `refunded_amount` is the part that was refunded; both in the currency's
 * minor unit. `name` is the plan or playbook; null if it was deleted.
 */
type PaymentRow = {
  kind: 'plan' | 'playbook';
  name: string | null;
  amount: number;
  refunded_amount: number;
  currency: string;
  status: 'paid' | 'open' | 'refunded' | 'disputed';
  mode: PaymentMode;
  paid_at: Date;
};

/** A member's plan and payments as the team sees them, and the plan that it can give. */
export function createMemberBilling({ db, payments, trialUses }: Parts) {
  return {
    async read({ id }: Grant<'person', 'open'>) {
      const [plan, given, paid] = await Promise.all([
        describePlan(db, trialUses, id, await payments.resolve()),
        db
          .selectFrom('profiles')
          .innerJoin('tiers', 'tiers.id', 'profiles.complimentary_tier_id')
          .select(['tiers.id as tier_id', 'tiers.name', 'complimentary_until'])
          .where('profiles.id', '=', id)
          .executeTakeFirst(),
        sql<PaymentRow>`
          select 'plan' as kind, case when charged.price_id is null or charged.price_id = subscription.price_id then tier.name else bought.name end as name,
            case when invoice.status = 'paid' then amount_paid else coalesce(charged.due, 0) end as amount,
            coalesce(refunded.refunded_amount, 0) as refunded_amount, invoice.currency,
            case when refunded.is_disputed or refunded.is_dispute_lost then 'disputed' when refunded.is_refunded then 'refunded'
              when invoice.status = 'paid' then 'paid' else 'open' end as status,
            subscription.mode, coalesce(invoice.paid_at, invoice.created_at) as paid_at
          from subscription_invoices invoice join subscriptions subscription on subscription.id = invoice.subscription_id
          left join tiers tier on tier.id = subscription.tier_id
          left join refunded_invoices refunded on refunded.id = invoice.id
          -- The plan may have been changed since.
          left join lateral (
            select (array_agg(line->>'priceId' order by number desc) filter (where (line->>'amount')::int >= 0))[1] as price_id,
              greatest(0, sum(coalesce(line->>'due', line->>'amount')::int))::int as due
            from jsonb_array_elements(invoice.lines) with ordinality listed(line, number)) charged on true
          left join tier_prices on tier_prices.id = charged.price_id
          left join tiers bought on bought.id = tier_prices.tier_id
          where subscription.user_id = ${id} and invoice.status in ('paid', 'open', 'uncollectible')
          union all
          select 'playbook', playbook.title, payment.amount, payment.refunded_amount, payment.currency,
            case when payment.is_disputed or payment.is_dispute_lost then 'disputed' when payment.is_refunded then 'refunded' else 'paid' end,
            payment.mode, payment.created_at
          from playbook_payments payment join playbooks playbook on playbook.id = payment.playbook_id
          where payment.user_id = ${id}
          order by paid_at desc limit ${limits.listedPayments}`.execute(db),
      ]);
      return {
        plan,
        complimentary: given
          ? {
              tier_id: given.tier_id,
              name: given.name,
              until:
                given.complimentary_until === null ? null : new Date(given.complimentary_until).toISOString(),
            }
          : null,
        payments: paid.rows.map(({ paid_at, ...payment }) => ({
          ...payment,
          paid_at: paid_at.toISOString(),
        })),
      };
    },

    /** Gives a plan until a time, or without an end; null takes it back. @throws AppError 404, 422 if the time has passed */
    async give(
      { id }: Grant<'person', 'give-plan'>,
      given: { tier_id: string; until: string | null } | null,
    ): Promise<void> {
      assertAhead('until', given?.until ?? null);
      const { policy } = await payments.resolve();
      await db.transaction().execute(async (transaction) => {
        const tier =
          given &&
          (await transaction
            .selectFrom('tiers')
            .select('id')
            .where('id', '=', given.tier_id)
            .executeTakeFirst());
        if (given && !tier) throw new AppError('not_found', common.tier_not_found());
        await setComplimentary(
          transaction,
          policy,
          id,
          given && { tierId: given.tier_id, until: given.until },
        );
      });
    },
  };
}
