import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantAccount } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { type EntitlementsWriter, writable } from '#access/writable.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { redeemedEmail } from './emails.ts';
import { readGiftCode } from './gift-code.ts';
import type { Gift } from './gifts.contract.ts';
import * as m from './words/messages.ts';

export type RecomputeMember = (transaction: EntitlementsWriter, userId: string) => Promise<unknown>;
type Parts = {
  db: Database;
  rateLimits: RateLimits;
  mailer: Mailer;
  emailBranding: () => Promise<EmailBranding>;
  /** The modes whose subscriptions count. */
  salesModes: () => Promise<string[]>;
  /** Reads the settings in advance, so that the transaction doesn't have to. */
  prepareRecompute: () => Promise<RecomputeMember>;
};

type Row = {
  id: string;
  code: string;
  months: number | null;
  days: number | null;
  redeem_by: Date | null;
  redeemed_by: string | null;
  redeemed_at: Date | null;
  revoked_at: Date | null;
  ends_at: Date | null;
  would_end_at: Date;
  plan: string | null;
  features: string[] | null;
  access_level: number | null;
  price: number | null;
};

/** Gift codes for visitors and members. */
export function createGiftsService({
  db,
  rateLimits,
  mailer,
  emailBranding,
  salesModes,
  prepareRecompute,
}: Parts) {
  /** @throws AppError 404 */
  async function find(from: Database, text: string): Promise<Row> {
    const code = readGiftCode(text);
    const { rows } = await sql<Row>`
      select gift.id, gift.code, months, days, redeem_by, redeemed_by, redeemed_at, revoked_at, ends_at,
        (now() at time zone 'UTC' + make_interval(months => coalesce(months, 0), days => coalesce(days, 0))) at time zone 'UTC'
          as would_end_at,
        tier.name as plan, tier.features, tier.access_level, tier.price
      from gifts gift left join tiers tier on tier.id = gift.tier_id where code = ${code ?? null}`.execute(
      from,
    );
    if (!rows[0]) throw new AppError('not_found', m.refused_unknown_code());
    return rows[0];
  }

  async function describe(from: Database, viewer: Viewer, row: Row, modes: readonly string[]): Promise<Gift> {
    const userId = viewer.kind === 'visitor' ? undefined : viewer.userId;
    const status = statusOf(row, userId);
    const { current, paid } =
      userId === undefined ? { current: null, paid: null } : await readPlans(from, userId, modes);
    const isHigher =
      !current ||
      (row.access_level ?? 0) > current.access_level ||
      (row.access_level === current.access_level && (row.price ?? 0) > current.price);
    const starts = status !== 'open' || userId === undefined ? null : isHigher ? 'now' : 'later';
    const endsAt = status === 'yours' ? row.ends_at : starts === 'now' ? row.would_end_at : null;
    return {
      code: row.code,
      plan: row.plan ?? '',
      features: row.features ?? [],
      months: row.months,
      days: row.days,
      redeem_by: isoOrNull(row.redeem_by),
      status,
      starts,
      current_plan: current?.name ?? null,
      ends_at: isoOrNull(endsAt),
      has_ended: status === 'yours' && hasPassed(row.ends_at),
      paid_plan: paid,
      is_paying: paid !== null,
    };
  }

  return {
    /** @param asker who looks up codes: a member's id, or a visitor's address. @throws AppError 404, 429 */
    async get(viewer: Viewer, code: string, asker: string): Promise<Gift> {
      await rateLimits.require('code', asker);
      return describe(db, viewer, await find(db, code), await salesModes());
    },

    /**
     * Redeems the gift for the viewer. If several people try at the same moment, one succeeds.
     * @throws AppError 401, 404, 409 if it can no longer be redeemed, 429
     */
    async redeem(viewer: Viewer, code: string): Promise<Gift> {
      const proof = grantAccount(viewer, 'redeem');
      const gifts = writable(db, proof);
      const userId = proof.id;
      await rateLimits.require('code', userId);
      const [recompute, site, modes] = await Promise.all([prepareRecompute(), emailBranding(), salesModes()]);
      return gifts.transaction().execute(async (transaction) => {
        const { id } = await find(transaction, code);
        await sql`select from gifts where id = ${id} for update`.execute(transaction);
        const status = statusOf(await find(transaction, code), userId);
        if (status !== 'open') throw new AppError('conflict', refusals[status]());
        await transaction
          .updateTable('gifts')
          .set({ redeemed_by: userId, redeemed_at: sql<string>`now()` })
          .where('id', '=', id)
          .execute();
        await recompute(transaction, userId);
        const gift = await describe(transaction, viewer, await find(transaction, code), modes);
        const { email, locale } = await transaction
          .selectFrom('profiles')
          .select(['email', 'locale'])
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
        await mailer.send(await inLanguage(locale, () => redeemedEmail(site, email, gift)), transaction);
        return gift;
      });
    },
  };
}

const refusals = {
  yours: m.refused_yours,
  taken: m.refused_taken,
  expired: m.refused_expired,
  revoked: m.refused_revoked,
} satisfies Record<Exclude<Gift['status'], 'open'>, () => string>;

function statusOf(row: Row, userId: string | undefined): Gift['status'] {
  if (row.revoked_at || row.plan === null) return 'revoked';
  if (row.redeemed_at) return row.redeemed_by !== null && row.redeemed_by === userId ? 'yours' : 'taken';
  return hasPassed(row.redeem_by) ? 'expired' : 'open';
}

const hasPassed = (time: Date | null) => time !== null && time <= new Date();

type MemberPlans = {
  /** The highest one that they have; null on the Free plan. */
  current: { name: string; access_level: number; price: number } | null;
  /**
   * The plan that they keep being charged for, even if it currently gives them nothing, because another one is above it
   * or its payment is late.
   */
  paid: string | null;
};
async function readPlans(from: Database, userId: string, modes: readonly string[]): Promise<MemberPlans> {
  const { rows } = await sql<MemberPlans>`
    select (select json_build_object('name', name, 'access_level', access_level, 'price', price) from tiers
        where id = current_tier_id(profiles) and (access_level > 0 or price > 0)) as current,
      (select tier.name from subscriptions subscription join tiers tier on tier.id = subscription.tier_id
        where user_id = profiles.id and mode = any(${modes}::payment_mode[]) and status in ('trialing', 'active', 'past_due')
          and not cancel_at_period_end and cancel_at is null and missing_since is null
        order by subscription.created_at desc limit 1) as paid
    from profiles where id = ${userId}`.execute(from);
  return rows[0] ?? { current: null, paid: null };
}
