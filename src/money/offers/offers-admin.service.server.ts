import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { nameGoneTarget } from '#platform/audit-trail.server.ts';
import { assertAhead } from '#platform/contract/assert-ahead.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#platform/database/database.server.ts';
import {
  assertAsCreated,
  assertVersion,
  createdAgain,
  hasValues,
  newVersion,
} from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { deductionProblem } from '#ui/forms/price-problems.ts';
import { checkOffer } from './offer-fields.ts';
import type { AdminOffer, NewOffer, OfferChange } from './offers-admin.contract.ts';
import type { Selling } from './quote.service.server.ts';
import * as m from './words/messages.ts';

type Row = Omit<AdminOffer, 'ends_at' | 'created_at' | 'updated_at'> & {
  ends_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const columns = sql`offers.id, code, percent_off, amount_off, currency, applies_to, tier_ids, playbook_ids, duration, duration_months,
  ends_at, max_redemptions, max_per_member, is_active, offers.created_at, offers.updated_at,
  case when applies_to in ('everything', 'plans') or applies_to = 'chosen' and tier_ids <> '{}' then '/pricing'
    when applies_to = 'chosen' and cardinality(playbook_ids) = 1
      then (select '/playbook/' || slug from playbooks where playbooks.id = playbook_ids[1]) end as link_path,
  coalesce(ends_at <= now(), false) as has_ended, used.redemptions, used.held, used.given`;
/** How often an offer was redeemed with the current payment keys. */
const used = (mode: string | undefined) => sql`cross join lateral (
    select count(*) filter (where status = 'complete')::int as redemptions, count(*) filter (where status in ('open', 'processing'))::int as held,
      coalesce(sum(discount) filter (where status = 'complete'), 0)::float8 as given
    from checkouts where offer_id = offers.id and mode = ${mode ?? null}) used`;

type Parts = { db: Database; selling: () => Promise<Selling> };

/** Every method throws AppError 401 and 403 for others than admins. */
export function createOffersAdminService({ db, selling }: Parts) {
  async function read(id: string): Promise<AdminOffer> {
    const { rows } = await sql<Row>`select ${columns} from offers ${used((await selling()).mode)}
      where offers.id = ${id}`.execute(db);
    if (!rows[0]) throw new AppError('not_found', m.offer_not_found());
    return toAdminOffer(rows[0]);
  }

  /** An amount is in the site's currency. @throws AppError 422 if it can't be deducted in it */
  function currencyOf({ amount_off }: { amount_off: number | null }, { currency }: Selling): string | null {
    if (amount_off === null) return null;
    const problem = deductionProblem(amount_off, currency);
    if (problem) throw new AppError('validation_failed', `amount_off: ${problem}`);
    return currency;
  }

  /** @throws AppError 422 if another offer has the code */
  async function write<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('validation_failed', m.refused_code_taken());
      throw error;
    }
  }

  /** @throws AppError 404, 409, 422 if the offer would contradict itself, or if a new end has passed */
  async function update(
    viewer: Viewer,
    id: string,
    { updated_at: expectedVersion, ...change }: OfferChange,
    resentBy?: string,
  ): Promise<AdminOffer> {
    const offers = writable(db, grantSite(viewer, 'manage-offers'));
    // Before the transaction, because it may need its own connection.
    const now = await selling();
    await write(() =>
      offers.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('offers')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) throw new AppError('not_found', m.offer_not_found());
        if (resentBy) await assertAsCreated(transaction, row, resentBy);
        else assertVersion(row.updated_at, expectedVersion);
        const next = { ...row, ...change };
        assertConsistent(next);
        // An offer that has ended can still be edited.
        if (change.ends_at && Date.parse(change.ends_at) !== row.ends_at?.getTime())
          assertAhead('ends_at', change.ends_at);
        const currency = change.amount_off || !next.amount_off ? currencyOf(next, now) : row.currency;
        const values = { ...change, currency };
        if (!resentBy && (await hasValues(transaction, { table: 'offers', id }, values))) return;
        await transaction
          .updateTable('offers')
          .set({ ...values, ...(resentBy ? createdAgain : { updated_at: newVersion }) })
          .where('id', '=', id)
          .execute();
      }),
    );
    return read(id);
  }

  return {
    /** Newest first. */
    async list(viewer: Viewer): Promise<AdminOffer[]> {
      requireSite(viewer, 'manage-offers');
      const { rows } = await sql<Row>`select ${columns} from offers ${used((await selling()).mode)}
        order by offers.created_at desc, offers.id`.execute(db);
      return rows.map(toAdminOffer);
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<AdminOffer> {
      requireSite(viewer, 'manage-offers');
      return read(id);
    },

    /** @throws AppError 422 if another offer has the code, or if the day has passed */
    async create(viewer: Viewer, offer: NewOffer): Promise<AdminOffer> {
      const proof = grantSite(viewer, 'manage-offers');
      const offers = writable(db, proof);
      assertAhead('ends_at', offer.ends_at);
      const currency = currencyOf(offer, await selling());
      const row = await write(() =>
        offers
          .insertInto('offers')
          .values({ ...offer, currency })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst(),
      );
      if (row) return read(row.id);
      // A retry after a lost response: update the record made the first time.
      const { id = '', ...change } = offer;
      return update(viewer, id, change, proof.viewer.userId);
    },

    update,

    /** @throws AppError 404; 409 once it has been used */
    async delete(viewer: Viewer, id: string): Promise<void> {
      const offers = writable(db, grantSite(viewer, 'manage-offers'));
      nameGoneTarget((await read(id)).code);
      try {
        const { numDeletedRows } = await offers.deleteFrom('offers').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) throw new AppError('not_found', m.offer_not_found());
      } catch (error) {
        if (isForeignKeyViolation(error)) throw new AppError('conflict', m.refused_offer_in_use());
        throw error;
      }
    },
  };
}

const consistent = z.custom<Parameters<typeof checkOffer>[0]>().superRefine(checkOffer);
function assertConsistent(offer: Parameters<typeof checkOffer>[0]) {
  const [issue] = consistent.safeParse(offer).error?.issues ?? [];
  if (issue) throw new AppError('validation_failed', `${issue.path.join('.')}: ${issue.message}`);
}

const toAdminOffer = (row: Row): AdminOffer => ({
  ...row,
  ends_at: isoOrNull(row.ends_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
