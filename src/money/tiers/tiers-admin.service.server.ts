import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { type OperatorWriter, writable } from '#access/writable.server.ts';
import { assertNoOpenCheckout } from '#money/billing/public/open-checkouts.service.server.ts';
import { endedStatuses } from '#money/billing/public/subscription-statuses.ts';
import {
  assertNoOutstandingGifts,
  outstandingGiftsOf,
} from '#money/gifts/public/outstanding-gifts.server.ts';
import { nameGoneTarget } from '#platform/audit-trail.server.ts';
import {
  assertAsCreated,
  assertVersion,
  createdAgain,
  hasValues,
  newVersion,
} from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import { readCurrency } from '#site/settings/public/read-currency.server.ts';
import { planPriceProblem } from '#ui/forms/price-problems.ts';
import * as common from '#ui/words/messages.ts';
import type { AdminTier, NewTier, TierChange } from './tiers-admin.contract.ts';
import * as m from './words/messages.ts';

type Ledger = OperatorWriter<'payments'>;
type Parts = {
  db: Ledger;
  salesModes: () => Promise<string[]>;
  /** Reads the settings in advance, so that the transaction doesn't have to. */
  prepareWithdrawal: () => Promise<(transaction: Ledger, tierId: string) => Promise<void>>;
};
type Row = Omit<AdminTier, 'updated_at'> & { updated_at: Date };

const columnsIn = (
  modes: readonly string[],
) => sql`tiers.id, tiers.name, tiers.price, tiers.billing_interval, tiers.daily_copy_limit, tiers.reading_counts, tiers.daily_run_limit, tiers.trial_days,
  tiers.access_level, tiers.featured, tiers.features, tiers.shows_first_lines, tiers.updated_at,
  (select count(*)::int from profiles where profiles.tier_id = tiers.id) as member_count,
  (select count(*)::int from subscriptions where subscriptions.tier_id = tiers.id
    and mode = any(${modes}::payment_mode[]) and status <> all(${endedStatuses})) as subscriber_count,
  ${outstandingGiftsOf(sql`tiers.id`)} as gift_count`;

/** The plans for admins. Every method throws AppError 401 and 403 for others. */
export function createTiersAdminService({ db, salesModes, prepareWithdrawal }: Parts) {
  async function read(id: string, modes: readonly string[], from: Database = db): Promise<AdminTier> {
    const { rows } = await sql<Row>`select ${columnsIn(modes)} from tiers where id = ${id}`.execute(from);
    if (!rows[0]) throw new AppError('not_found', common.tier_not_found());
    return toAdminTier(rows[0]);
  }

  /** Making a plan free would end its subscriptions. @throws AppError 409 has_subscribers, with their number */
  async function assertNobodyPays(from: Database, id: string, modes: readonly string[]): Promise<void> {
    const { subscriber_count } = await read(id, modes, from);
    if (subscriber_count > 0)
      throw new AppError('has_subscribers', m.refused_has_subscribers({ count: subscriber_count }));
  }

  /** @throws AppError 422 */
  async function assertChargeable(from: Database, price: number | undefined): Promise<void> {
    const problem = price === undefined ? undefined : planPriceProblem(price, await readCurrency(from));
    if (problem) throw new AppError('validation_failed', `price: ${problem}`);
  }

  /** @throws AppError 404, 409 conflict, 409 has_subscribers */
  async function update(
    viewer: Viewer,
    id: string,
    { updated_at: expectedVersion, cancel_subscriptions, ...change }: TierChange,
    resentBy?: string,
  ): Promise<AdminTier> {
    const tiers = writable(db, grantSite(viewer, 'manage-tiers'));
    const modes = await salesModes();
    await tiers.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('tiers')
        .select(['created_at', 'updated_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new AppError('not_found', common.tier_not_found());
      if (resentBy) await assertAsCreated(transaction, { id, ...row }, resentBy);
      else assertVersion(row.updated_at, expectedVersion);
      if (!resentBy && (await hasValues(transaction, { table: 'tiers', id }, change))) return;
      if (change.price === 0) {
        // Members who are paying right now would be charged for a subscription that ends at once.
        await assertNoOpenCheckout(transaction, 'tier_id', id, modes);
        if (!cancel_subscriptions) await assertNobodyPays(transaction, id, modes);
      }
      await assertChargeable(transaction, change.price);
      const values = { ...change, ...(resentBy ? createdAgain : { updated_at: newVersion }) };
      await transaction.updateTable('tiers').set(values).where('id', '=', id).execute();
    });
    return read(id, modes);
  }

  return {
    /** All plans, by access level, then price. */
    async list(viewer: Viewer): Promise<AdminTier[]> {
      requireSite(viewer, 'manage-tiers');
      const { rows } = await sql<Row>`select ${columnsIn(await salesModes())} from tiers
        order by access_level, price, id`.execute(db);
      return rows.map(toAdminTier);
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<AdminTier> {
      requireSite(viewer, 'manage-tiers');
      return read(id, await salesModes());
    },

    /** @throws AppError 422 if the price can't be charged */
    async create(viewer: Viewer, tier: NewTier): Promise<AdminTier> {
      const proof = grantSite(viewer, 'manage-tiers');
      await assertChargeable(db, tier.price);
      const row = await writable(db, proof)
        .insertInto('tiers')
        .values(tier)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (row) return read(row.id, await salesModes());
      // A retry after a lost response: update the record made the first time.
      const { id = '', ...change } = tier;
      return update(viewer, id, change, proof.viewer.userId);
    },

    update,

    /** Members with this tier as a complimentary one lose it. @throws AppError 404; 409 while it is paid for or promised by a gift */
    async delete(viewer: Viewer, id: string): Promise<void> {
      const proof = grantSite(viewer, 'manage-tiers');
      const [modes, withdraw] = await Promise.all([salesModes(), prepareWithdrawal()]);
      const deleted = await db.transaction().execute(async (transaction) => {
        await lockMembers(transaction, id);
        await assertNoOpenCheckout(transaction, 'tier_id', id, modes);
        await assertNoOutstandingGifts(transaction, id);
        const paying = await countPaying(transaction, id, modes);
        if (paying > 0) throw new AppError('conflict', m.refused_tier_in_use({ count: paying }));
        await withdraw(transaction, id);
        const row = await writable(transaction, proof)
          .deleteFrom('tiers')
          .where('id', '=', id)
          .returning('name')
          .executeTakeFirst();
        if (row) nameGoneTarget(row.name);
        return row;
      });
      if (!deleted) throw new AppError('not_found', common.tier_not_found());
    },
  };
}

/**
 * The current subscriptions to a tier, and the members who have it from one that isn't: because their change to another isn't paid, or
 * because it has ended before what is paid for.
 */
async function countPaying(from: Database, tierId: string, modes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with current as (select user_id from subscriptions
      where tier_id = ${tierId} and mode = any(${modes}::payment_mode[]) and status <> all(${endedStatuses}))
    select (select count(*)::int from current) + (select count(*)::int from profiles
      where tier_id = ${tierId} and tier_until > now() and complimentary_tier_id is distinct from ${tierId}::uuid
        and not exists (select from current where user_id = profiles.id)
        and not exists (select from gifts where redeemed_by = profiles.id and gifts.tier_id = ${tierId} and ends_at > now())) as count`.execute(
    from,
  );
  return rows[0]?.count ?? 0;
}

/** Locks everyone who has, had or will get a tier before it, in the same order as their payments do, to avoid deadlocks. */
const lockMembers = (transaction: Ledger, tierId: string) =>
  sql`select from profiles where ${tierId} in (tier_id, complimentary_tier_id, complimentary_next_tier_id)
      or id in (select user_id from subscriptions where tier_id = ${tierId} union all select redeemed_by from gifts where tier_id = ${tierId})
    order by id for no key update`.execute(transaction);

const toAdminTier = (row: Row): AdminTier => ({ ...row, updated_at: row.updated_at.toISOString() });
