import { createHash, randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listForAdmins } from '#access/admin-list.server.ts';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import { nameTarget, noteNoChange } from '#platform/audit-trail.server.ts';
import { assertAhead } from '#platform/contract/assert-ahead.ts';
import type { AdminListQuery } from '#platform/contract/contract.ts';
import { AppError } from '#platform/errors.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import { csvTable } from '#platform/text/csv.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import * as common from '#ui/words/messages.ts';
import { revokedEmail } from './emails.ts';
import { newGiftCode } from './gift-code.ts';
import type { RecomputeMember } from './gifts.service.server.ts';
import type { AdminGift, NewGifts } from './gifts-admin.contract.ts';
import { lengthWords } from './public/gift-words.ts';
import * as m from './words/messages.ts';

type Parts = {
  db: Database;
  publicUrl: string;
  mailer: Mailer;
  emailBranding: () => Promise<EmailBranding>;
  prepareRecompute: () => Promise<RecomputeMember>;
};

type Times = 'redeem_by' | 'redeemed_at' | 'ends_at' | 'created_at';
type Row = Omit<AdminGift, Times> & Record<Exclude<Times, 'created_at'>, Date | null> & { created_at: Date };

const columns = sql`gifts.id, gifts.code, tier.name as plan, months, days, note, redeem_by, redeemed_at, ends_at,
  profile.email as redeemed_by, gifts.created_at,
  case when revoked_at is not null then 'revoked'
    when redeemed_at is null then case when redeem_by <= now() then 'expired' else 'open' end
    when gifts.redeemed_by is null then 'over'
    when ends_at is null then 'waiting' when ends_at > now() then 'running' else 'over' end as status`;
const joins = sql`left join tiers tier on tier.id = gifts.tier_id left join profiles profile on profile.id = gifts.redeemed_by`;

/** `q` is part of the note, of the code, or of the address of whoever redeemed it. */
function conditionOf({ q = '' }: AdminListQuery): RawBuilder<SqlBool> {
  const text = q.trim().toLowerCase();
  const isPart = (column: string) => sql`strpos(lower(${sql.ref(column)}), ${text}) > 0`;
  return text
    ? sql`(${isPart('gifts.note')} or ${isPart('gifts.code')}
        or gifts.redeemed_by in (select id from profiles where ${isPart('profiles.email')}))`
    : sql`true`;
}

/** Gift codes for admins. Every method throws AppError 401 and 403 for others. */
export function createGiftsAdminService({ db, publicUrl, mailer, emailBranding, prepareRecompute }: Parts) {
  return {
    async list(viewer: Viewer, query: AdminListQuery) {
      const proof = grantSite(viewer, 'administer');
      const request = { table: 'gifts' as const, columns, joins, condition: conditionOf(query), query };
      const page = await listForAdmins<Row>(db, proof, request);
      return { ...page, items: page.items.map(toAdminGift) };
    },

    /**
     * @throws AppError 404; 422 if the day has passed; 409 if a request with this id has created codes with other
     * terms or in another number
     */
    async create(
      viewer: Viewer,
      { id: request = randomUUID(), count, redeem_by, ...gift }: NewGifts,
    ): Promise<{ items: { code: string }[] }> {
      const gifts = writable(db, grantSite(viewer, 'manage-gifts'));
      assertAhead('redeem_by', redeem_by);
      const tier = await db
        .selectFrom('tiers')
        .select('id')
        .where('id', '=', gift.tier_id)
        .executeTakeFirst();
      if (!tier) throw new AppError('not_found', common.tier_not_found());
      // The same request has the same ids, so sending it again after a lost answer creates no more codes.
      const ids = Array.from({ length: limits.giftCodes }, (_, index) => idOf(request, index));
      const values = ids.slice(0, count).map((id) => ({ ...gift, id, redeem_by, code: newGiftCode() }));
      return gifts.transaction().execute(async (transaction) => {
        nameTarget(ids[0] ?? request);
        await transaction
          .insertInto('gifts')
          .values(values)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        const made = await transaction.selectFrom('gifts').selectAll().where('id', 'in', ids).execute();
        const isAsked = (row: (typeof made)[number]) =>
          row.tier_id === gift.tier_id &&
          row.months === gift.months &&
          row.days === gift.days &&
          row.note === gift.note &&
          row.redeem_by?.getTime() === (redeem_by === null ? undefined : Date.parse(redeem_by)) &&
          row.revoked_at === null;
        const codes = new Set(values.map(({ code }) => code));
        const earlier = made.filter(({ code }) => !codes.has(code)).length;
        if (made.length !== count || !made.every(isAsked))
          throw new AppError('conflict', m.refused_already_created({ count: earlier }));
        if (earlier === count) noteNoChange();
        return { items: made.map(({ code }) => ({ code })) };
      });
    },

    /** Ends a gift at once, even for the member who redeemed it, and informs them. @throws AppError 404, 409 */
    async revoke(viewer: Viewer, id: string): Promise<AdminGift> {
      const gifts = writable(db, grantSite(viewer, 'manage-gifts'));
      const [recompute, site] = await Promise.all([prepareRecompute(), emailBranding()]);
      return gifts.transaction().execute(async (transaction) => {
        // Locks the member before the gift, in the same order as recomputing does, to avoid deadlocks.
        await sql`select from profiles where id = (select redeemed_by from gifts where id = ${id}) for no key update`.execute(
          transaction,
        );
        const gift = await transaction
          .updateTable('gifts')
          .set({ revoked_at: sql<string>`now()` })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning([
            'redeemed_by',
            // A gift is also over if the account that redeemed it was deleted.
            sql<boolean>`ends_at <= now() or redeemed_at is not null and redeemed_by is null`.as('is_over'),
            sql<boolean>`ends_at is not null or remaining is not null`.as('has_begun'),
          ])
          .executeTakeFirst();
        const { rows } = await sql<Row>`select ${columns} from gifts ${joins} where gifts.id = ${id}`.execute(
          transaction,
        );
        const [row] = rows;
        if (!row) throw new AppError('not_found', m.gift_not_found());
        if (!gift) throw new AppError('conflict', m.refused_already_revoked());
        if (gift.is_over) throw new AppError('conflict', m.refused_already_over());
        if (gift.redeemed_by) await recompute(transaction, gift.redeemed_by);
        const { redeemed_by: email, plan } = row;
        if (email) {
          const reader = await transaction
            .selectFrom('profiles')
            .select('locale')
            .where('email', '=', email)
            .executeTakeFirst();
          const message = await inLanguage(reader?.locale, () =>
            revokedEmail(site, email, { plan, hasBegun: gift.has_begun }),
          );
          await mailer.send(message, transaction);
        }
        return toAdminGift(row);
      });
    },

    /** All codes as a CSV table, newest first. For other programs, it is in English in every language. */
    async export(viewer: Viewer): Promise<string> {
      requireSite(viewer, 'administer');
      const { rows } = await sql<Row>`select ${columns} from gifts ${joins}
        order by gifts.created_at desc, gifts.id desc`.execute(db);
      const lines = rows
        .map(toAdminGift)
        .map((gift) => [
          gift.code,
          `${publicUrl}/gift?code=${gift.code}`,
          gift.plan,
          inLanguage('en', () => lengthWords(gift)),
          gift.note,
          gift.status,
          gift.redeem_by,
          gift.redeemed_by,
          gift.redeemed_at,
          gift.ends_at,
        ]);
      return csvTable([header, ...lines]);
    },
  };
}

/** A UUID derived from a request and a number. */
const idOf = (request: string, index: number) => {
  const hash = createHash('sha256').update(`${request} ${index}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
};

const header = [
  'code',
  'link',
  'plan',
  'length',
  'note',
  'status',
  'redeem_by',
  'redeemed_by',
  'redeemed_at',
  'ends_at',
];
const toAdminGift = ({ redeem_by, redeemed_at, ends_at, created_at, ...row }: Row): AdminGift => ({
  id: row.id,
  code: row.code,
  plan: row.plan,
  months: row.months,
  days: row.days,
  note: row.note,
  status: row.status,
  redeemed_by: row.redeemed_by,
  redeem_by: isoOrNull(redeem_by),
  redeemed_at: isoOrNull(redeemed_at),
  ends_at: isoOrNull(ends_at),
  created_at: created_at.toISOString(),
});
