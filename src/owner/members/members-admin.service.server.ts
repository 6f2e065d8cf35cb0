import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { can, type Grant, grant, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { limits, type Role } from '#constants';
import { AppError } from '#platform/errors.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import * as common from '#ui/words/messages.ts';
import type { emailKinds } from './member-fields.ts';
import type { MemberPage } from './members-admin.contract.ts';
import { lastSeen } from './public/last-seen.server.ts';

type Change<Parameters extends unknown[] = []> = (
  viewer: Viewer,
  id: string,
  ...rest: Parameters
) => Promise<void>;
type ComplimentaryPlan = { tier_id: string; until: string | null };
type Parts = {
  db: Database;
  hasEmailServer: () => Promise<boolean>;
  care: {
    suspend: Change<[{ until: string | null; note: string }]>;
    liftSuspension: Change;
    signOutEverywhere: Change;
    turnOffTwoFactor: Change;
    sendEmail: Change<[(typeof emailKinds)[number]]>;
    assignRole: Change<[Role]>;
    remove: Change<[string]>;
  };
  billing: {
    read(proof: Grant<'person', 'open'>): Promise<
      Pick<MemberPage, 'complimentary' | 'payments'> & {
        plan: Omit<MemberPage['plan'], 'name'> & { plan: string };
      }
    >;
    give(proof: Grant<'person', 'give-plan'>, given: ComplimentaryPlan | null): Promise<void>;
  };
};

type Row = Pick<MemberPage, 'id' | 'email' | 'display_name' | 'role' | 'email_notifications' | 'locale'> & {
  created_at: Date;
  is_confirmed: boolean;
  is_proved: boolean;
  suspended_until: Date | null;
  is_without_end: boolean;
  suspension_note: string | null;
  has_password: boolean;
  has_second_factor: boolean;
  providers: string[];
  devices: number;
  last_used_at: Date | null;
};

type Counts = Omit<MemberPage['activity'], 'recent'>;
type RecentRow = Omit<MemberPage['activity']['recent'][number], 'at'> & { at: Date };

/** A member's page for the team. Every method throws AppError 401 and 403, and 404 if there is no such account. */
export function createMembersAdminService({ db, hasEmailServer, care, billing }: Parts) {
  async function find(viewer: Viewer, id: string): Promise<Row> {
    requireSite(viewer, 'see-members');
    const { rows } = await sql<Row>`
      select profile.id, profile.email, profile.display_name, profile.role, profile.email_notifications, profile.locale, profile.created_at,
        account.email_confirmed_at is not null as is_confirmed, account.email_verified_at is not null as is_proved,
        case when account.banned_until > now() then account.banned_until end as suspended_until,
        account.banned_until > now() + interval '50 years' as is_without_end, profile.suspension_note,
        account.password_hash is not null as has_password,
        exists (select from auth.factors factor where factor.user_id = profile.id and factor.status = 'verified')
          or exists (select from auth.passkeys passkey where passkey.user_id = profile.id) as has_second_factor,
        coalesce((select array_agg(distinct identity.provider) from auth.identities identity
          where identity.user_id = profile.id and identity.provider <> 'email'), '{}') as providers,
        (select count(*)::int from auth.sessions session where session.user_id = profile.id) as devices,
        ${lastSeen} as last_used_at
      from profiles profile join auth.users account on account.id = profile.id
      where profile.id = ${id} and not account.is_anonymous`.execute(db);
    if (!rows[0]) throw new AppError('not_found', common.user_not_found());
    return rows[0];
  }

  async function readActivity(id: string): Promise<MemberPage['activity']> {
    const [counts, recent] = await Promise.all([
      sql<Counts>`select
        (select count(*)::int from user_activity where user_id = ${id} and action_type = 'copy_prompt') as copies,
        (select count(*)::int from comments where author_id = ${id}) as comments,
        (select count(*)::int from votes where user_id = ${id}) as votes,
        (select count(*)::int from user_favorites where user_id = ${id}) as favorites,
        (select count(*)::int from playbook_runs where user_id = ${id}) as runs,
        (select count(*)::int from comment_reports report join comments on comments.id = report.comment_id
          where comments.author_id = ${id}) as reports`.execute(db),
      sql<RecentRow>`
        select done.action, case when prompt.id is null then 'playbook' else 'prompt' end as kind,
          coalesce(prompt.slug, playbook.slug) as slug, coalesce(prompt.title, playbook.title) as title, done.at
        from (
          (select 'copied' as action, target_id, created_at as at from user_activity
            where user_id = ${id} and action_type = 'copy_prompt' order by created_at desc limit ${limits.listedActivity})
          union all
          (select 'commented', target_id, created_at from comments where author_id = ${id}
            order by created_at desc limit ${limits.listedActivity})
          union all
          (select 'purchased', playbook_id, created_at from user_playbook_purchases where user_id = ${id}
            order by created_at desc limit ${limits.listedActivity})
          union all
          (select 'ran', playbook_id, created_at from playbook_runs where user_id = ${id}
            order by created_at desc limit ${limits.listedActivity})
        ) done
        left join prompts prompt on prompt.id = done.target_id
        left join playbooks playbook on playbook.id = done.target_id
        where coalesce(prompt.id, playbook.id) is not null
        order by done.at desc limit ${limits.listedActivity}`.execute(db),
    ]);
    const [found] = counts.rows;
    if (!found) throw new Error('A query without a row');
    return { ...found, recent: recent.rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
  }

  async function get(viewer: Viewer, id: string): Promise<MemberPage> {
    const row = await find(viewer, id);
    const proof = grant(viewer, 'person', 'open', row);
    const [{ plan, complimentary, payments }, activity] = await Promise.all([
      billing.read(proof),
      readActivity(id),
    ]);
    const isSelf = proof.viewer.userId === id;
    return {
      id: row.id,
      email: row.email,
      display_name: row.display_name,
      role: row.role,
      created_at: row.created_at.toISOString(),
      is_confirmed: row.is_confirmed,
      is_proved: row.is_proved,
      email_notifications: row.email_notifications,
      locale: row.locale,
      suspension: row.suspended_until
        ? {
            until: row.is_without_end ? null : row.suspended_until.toISOString(),
            note: row.suspension_note,
          }
        : null,
      sign_in: {
        has_password: row.has_password,
        has_second_factor: row.has_second_factor,
        providers: row.providers,
        devices: row.devices,
        last_used_at: isoOrNull(row.last_used_at),
      },
      plan: {
        name: plan.plan,
        source: plan.source,
        status: plan.status,
        paid_plan: plan.paid_plan,
        amount: plan.amount,
        currency: plan.currency,
        interval: plan.interval,
        next_payment_at: plan.next_payment_at,
        ends_at: plan.ends_at,
        subscription_ends_at: plan.subscription_ends_at,
        gifts: plan.gifts,
      },
      complimentary,
      payments,
      activity,
      can: {
        give_plan: can(viewer, 'person', 'give-plan', row),
        send_email: can(viewer, 'person', 'send-email', row),
        suspend: !isSelf && can(viewer, 'person', 'suspend', row),
        sign_out: can(viewer, 'person', 'sign-out', row),
        turn_off_two_factor:
          !isSelf && row.has_second_factor && can(viewer, 'person', 'turn-off-two-factor', row),
        remove: !isSelf && can(viewer, 'person', 'remove', row),
        assign_role: can(viewer, 'person', 'assign-role', row),
      },
    };
  }

  /** Changes an account, then reads it again. */
  const after =
    <Parameters extends unknown[]>(change: Change<Parameters>) =>
    async (viewer: Viewer, id: string, ...rest: Parameters) => {
      await change(viewer, id, ...rest);
      return get(viewer, id);
    };

  return {
    get,
    suspend: after(care.suspend),
    liftSuspension: after(care.liftSuspension),
    signOut: after(care.signOutEverywhere),
    turnOffTwoFactor: after(care.turnOffTwoFactor),
    async sendEmail(...request: Parameters<typeof care.sendEmail>) {
      const [member, isSent] = [await after(care.sendEmail)(...request), await hasEmailServer()];
      return { ...member, is_in_outbox: !isSent };
    },
    assignRole: after(care.assignRole),
    /** @throws AppError 404 for an unknown plan; 422 */
    givePlan: after<[ComplimentaryPlan | null]>(async (viewer, id, given) => {
      await billing.give(grant(viewer, 'person', 'give-plan', await find(viewer, id)), given);
    }),
    remove: care.remove,
  };
}
