import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { roleName } from '#people/members/public/role-name.ts';
import { useProfile } from '#people/session/public/use-profile.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { formatLocalDay, formatNumber, formatRelative } from '#ui/format.ts';
import { SettingsSection, SettingsSections } from '#ui/forms/settings-section.tsx';
import { Missing } from '#ui/missing-page.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/member-page.ts';
import { DeleteMember } from './delete-member.tsx';
import { MemberActivity } from './member-activity.tsx';
import { MemberPayments } from './member-payments.tsx';
import { MemberPlan } from './member-plan.tsx';
import { MemberRole } from './member-role.tsx';
import { MemberSignIn } from './member-sign-in.tsx';
import type { MemberPage as Member } from './members-admin.contract.ts';
import { SuspendMember } from './suspend-member.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.member);

const toUsers = () => ({ to: '/admin/users', label: common.users() });

/** An account, for admins and support. */
export default function MemberPage({ params: { id } }: Route.ComponentProps) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.admin.member(id),
    queryFn: async ({ signal }) =>
      (await api.admin.members[':id'].$get({ param: { id } }, { init: { signal } })).json(),
    staleTime: 0,
  });
  if (error && !data)
    return (
      <AdminFrame title={m.member()} back={toUsers()}>
        <Missing
          error={error}
          notFoundTitle={common.user_not_found()}
          failedTitle={common.couldnt_load_this_page()}
          retry={refetch}
        />
      </AdminFrame>
    );
  if (!data)
    return (
      <AdminFrame title={m.member()} back={toUsers()}>
        <div className="skeleton h-[40rem]" role="status" aria-label={common.loading()} />
      </AdminFrame>
    );
  return <MemberDetails key={data.id} member={data} />;
}

function MemberDetails({ member }: { member: Member }) {
  const isAdmin = useProfile()?.can.administer ?? false;
  const { sign_in, can } = member;
  return (
    <AdminFrame title={m.member()} back={toUsers()}>
      <PageTitle>{member.email}</PageTitle>
      <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 text-lg font-semibold [overflow-wrap:anywhere]">
        {member.email}
        <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-[0.8125rem] font-semibold text-accent">
          {roleName(member.role)}
        </span>
        {member.suspension && (
          <span className="rounded-full bg-danger px-2.5 py-0.5 text-[0.8125rem] font-semibold text-on-danger">
            {m.suspended()}
          </span>
        )}
      </p>
      <SettingsSections>
        <SettingsSection id="account" title={m.account()}>
          <FactList
            facts={[
              [m.display_name(), member.display_name ?? '–'],
              [m.joined(), formatLocalDay(member.created_at)],
              [m.last_seen(), sign_in.last_used_at ? formatRelative(sign_in.last_used_at) : m.never()],
              [m.devices(), formatNumber(sign_in.devices)],
              [
                m.signs_in_with(),
                [
                  ...(sign_in.has_password ? [common.password()] : []),
                  ...sign_in.providers,
                  ...(sign_in.has_second_factor ? [m.second_factor()] : []),
                ].join(', ') || m.links_by_email(),
              ],
              [m.emails_about_their_plan(), member.email_notifications ? m.wanted() : m.not_wanted()],
              [m.email_address_is(), addressState(member)],
            ]}
          />
          {isAdmin && (
            <Link
              to={`/admin/audit?target=${member.id}`}
              className="inline-block text-sm font-semibold text-accent underline underline-offset-4"
            >
              {m.what_was_done_to_this_account()}
            </Link>
          )}
        </SettingsSection>
        <SettingsSection id="plan" title={common.plan()}>
          <MemberPlan member={member} />
        </SettingsSection>
        <SettingsSection id="payments" title={m.payments()}>
          <MemberPayments payments={member.payments} />
        </SettingsSection>
        <SettingsSection id="activity" title={m.activity()}>
          <MemberActivity activity={member.activity} />
        </SettingsSection>
        {can.assign_role && (
          <SettingsSection id="role" title={m.role()} about={m.what_roles_do()}>
            <MemberRole member={member} />
          </SettingsSection>
        )}
        {(can.send_email || can.sign_out) && (
          <SettingsSection id="sign-in" title={m.sign_in()}>
            <MemberSignIn member={member} />
          </SettingsSection>
        )}
        {can.suspend && (
          <SettingsSection id="suspension" title={m.suspension()}>
            <SuspendMember member={member} />
          </SettingsSection>
        )}
        {can.remove && (
          <SettingsSection id="delete" title={m.delete_account()}>
            <DeleteMember member={member} />
          </SettingsSection>
        )}
        {!can.send_email && (
          <p className="border-t border-line py-8 text-muted">{m.only_admins_can_change()}</p>
        )}
      </SettingsSections>
    </AdminFrame>
  );
}

/** If sign-ups need no confirmation, an account is open, but its address may be someone else's. */
const addressState = ({ is_confirmed, is_proved }: Member) =>
  !is_confirmed ? m.not_confirmed() : is_proved ? m.confirmed() : m.not_proved();
