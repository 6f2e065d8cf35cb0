import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { BillingWarnings } from '#money/billing/public/billing-warnings.tsx';
import { billingWarningsQuery } from '#money/billing/public/billing-warnings-query.ts';
import { figureSummaryQuery } from '#owner/figures/public/figure-queries.ts';
import { KeyFigures } from '#owner/figures/public/key-figures.tsx';
import { BackupWarning } from '#owner/first-hour/public/backup-warning.tsx';
import { FirstHourList, ShowFirstHourList } from '#owner/first-hour/public/first-hour-list.tsx';
import { firstHourQuery } from '#owner/first-hour/public/first-hour-query.ts';
import { useProfile } from '#people/session/public/use-profile.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { settingsQuery } from '#site/settings/public/admin-settings-query.ts';
import { WebhookWarning } from '#site/settings/public/webhook-warning.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import * as common from '#ui/words/messages.ts';
import type { moreAdminEntries } from './public/admin-navigation.ts';
import { useAdminEntries } from './public/use-admin-entries.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.admin_dashboard);

const about: Record<string, string> = {
  get '/admin/users'() {
    return m.users_about();
  },
  get '/admin/prompts'() {
    return m.prompts_about();
  },
  get '/admin/playbooks'() {
    return m.playbooks_about();
  },
  get '/admin/categories'() {
    return m.organize_the_library();
  },
  get '/admin/pricing'() {
    return m.set_plan_prices_limits_and_features();
  },
  get '/admin/settings'() {
    return m.settings_about();
  },
  get '/admin/analytics'() {
    return m.see_how_the_site_is_doing();
  },
};

export default function AdminDashboardPage() {
  const { main, more } = useAdminEntries(true);
  const isAdmin = useProfile()?.can.administer ?? false;
  // The areas wait for the warnings and figures above them, so that nothing shifts.
  const isWaiting = [
    useQuery({ ...settingsQuery, enabled: isAdmin }),
    useQuery({ ...billingWarningsQuery, enabled: isAdmin }),
    useQuery({ ...firstHourQuery, enabled: isAdmin }),
    useQuery({ ...figureSummaryQuery, enabled: isAdmin }),
  ].some(({ isLoading }) => isLoading);
  if (isWaiting)
    return (
      <AdminFrame title={common.admin_dashboard()}>
        <div className="skeleton h-96" role="status" aria-label={common.loading()} />
      </AdminFrame>
    );
  return (
    <AdminFrame title={common.admin_dashboard()}>
      {isAdmin && (
        <>
          <WebhookWarning />
          <BillingWarnings />
          <BackupWarning />
          <FirstHourList />
          <KeyFigures />
        </>
      )}
      <Areas
        areas={main.flatMap(({ to, ...entry }) => {
          const text = about[to];
          return text === undefined ? [] : [{ ...entry, to, about: text }];
        })}
      />
      {more.length > 0 && (
        <>
          <h2 className="eyebrow mt-10 mb-3 font-sans">{common.more()}</h2>
          <Areas areas={more} />
        </>
      )}
      {isAdmin && <ShowFirstHourList />}
    </AdminFrame>
  );
}

const Areas = ({ areas }: { areas: typeof moreAdminEntries }) => (
  <ul className="grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 xl:grid-cols-3">
    {areas.map(({ to, label, icon: Icon, about: text }) => (
      <li key={to} className="group relative border-r border-b border-line p-6 hover:bg-surface">
        <Icon className="mb-4 size-5 text-accent" aria-hidden="true" />
        <h2 className="text-xl">
          <Link to={to} className="after:absolute after:inset-0 group-hover:text-accent">
            {label}
          </Link>
        </h2>
        <p className="mt-1.5 text-sm text-muted">{text}</p>
      </li>
    ))}
  </ul>
);
