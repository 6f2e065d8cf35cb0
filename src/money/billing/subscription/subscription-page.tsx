import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { PlanActions } from './plan-actions.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { PlanNotices } from './plan-notices.tsx';
import { planQuery } from './plan-query.ts';

/** How often the page checks whether a payment was confirmed. */
const confirmationPollMilliseconds = 5_000;

export const meta = privateMeta(common.subscription);

export default function SubscriptionPage() {
  const { support_email } = useSiteSettings();
  const { data, isError, refetch } = useQuery({
    ...planQuery,
    refetchInterval: ({ state }) =>
      state.data?.action_url || state.data?.pending_change ? confirmationPollMilliseconds : false,
  });
  const [search, setSearch] = useSearchParams();
  const changeTo = search.get('change');
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6 text-3xl">{common.subscription()}</h1>
      {/* A new element whenever its contents change, so that moving content doesn't count as a layout shift. */}
      <div key={data ? [data.status, data.source, data.action_url, data.can.resume].join() : String(isError)}>
        {isError && !data && (
          <p className="mb-6 text-muted">
            {m.your_plan_couldnt_be_loaded()} <TryAgain size="small" retry={refetch} />
          </p>
        )}
        {data && <PlanNotices plan={data} />}
        {(data || !isError) && <PlanFacts plan={data} />}
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <ButtonLink to="/pricing" size="large">
            {m.upgrade_plan()}
          </ButtonLink>
          {data && <PlanActions plan={data} />}
        </div>
        <p className="mt-6 text-muted">
          {m.have_a_gift_code()}{' '}
          <Link to="/gift" className="font-semibold text-accent underline underline-offset-4">
            {m.redeem_it()}
          </Link>
        </p>
        <p className="mt-2 text-muted">
          {m.questions_about_your_plan()}{' '}
          <a
            href={`mailto:${support_email}`}
            className="font-semibold text-accent underline underline-offset-4"
          >
            {m.contact_support()}
          </a>
        </p>
      </div>
      {changeTo && (
        <ChangePlanDialog
          tier={changeTo}
          interval={search.get('interval') === 'year' ? 'year' : 'month'}
          close={() => setSearch({}, { replace: true })}
        />
      )}
    </div>
  );
}
