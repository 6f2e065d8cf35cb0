import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { withDestination } from '#people/session/public/destination.ts';
import { ApiError, api, isUnknown } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { Spinner } from '#ui/spinner.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { readReturnPath, takeReturnPath } from './return-path.ts';

export const meta = privateMeta(m.your_order);

const pollMilliseconds = 1_000;
/** After this many answers, the page says that it is taking longer than usual. */
const patience = 15;

const isOff = (error: Error | null) => error instanceof ApiError && error.code === 'payments_off';
/** Whether no later answer can differ, or only after the owner has entered other keys. */
const isOver = (data: { status: string } | undefined, error: Error | null) =>
  isUnknown(error) || isOff(error) || (data !== undefined && data.status !== 'open');

/** Waits until the payment has arrived, then goes to the purchase. */
export default function CheckoutPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data, error, errorUpdateCount } = useQuery({
    queryKey: queryKeys.checkout(id),
    queryFn: async () => (await api.checkouts[':id'].$get({ param: { id } })).json(),
    refetchInterval: ({ state }) =>
      isOver(state.data, state.error)
        ? false
        : pollMilliseconds * (state.dataUpdateCount + state.errorUpdateCount > patience ? 4 : 1),
    retry: false,
  });
  const updates = client.getQueryState(queryKeys.checkout(id))?.dataUpdateCount ?? 0;
  const isLate = updates + errorUpdateCount > patience;

  const hasLeft = useRef(false);
  useEffect(() => {
    if (data?.status !== 'complete' || hasLeft.current) return;
    hasLeft.current = true;
    // Cached data was read with fewer rights.
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries({ queryKey: queryKeys.profile }).then(() => {
      if (!data.is_trial_refused) toast.success(m.name_is_yours_thank_you({ name: data.name }));
      const path = takeReturnPath();
      // The plan's page says why a trial was refused.
      void navigate((!data.is_trial_refused && path) || data.path, { replace: true });
    });
  }, [data, client, navigate]);

  if (data?.status === 'expired') {
    const isPlan = data.path === '/subscription';
    return (
      <Notice title={m.this_checkout_wasnt_completed()}>
        {m.you_havent_been_charged()}
        <ButtonLink
          to={isPlan ? withDestination('/pricing', { from: readReturnPath() }) : data.path}
          className="mt-6"
        >
          {isPlan ? common.see_plans() : m.email_open_the_playbook()}
        </ButtonLink>
      </Notice>
    );
  }
  if (data?.status === 'processing')
    return (
      <Notice title={m.your_bank_is_processing_the_payment()}>
        {m.payment_takes_days()}
        <ButtonLink to={data.path} className="mt-6">
          {common.continue_it()}
        </ButtonLink>
      </Notice>
    );
  if (isUnknown(error))
    return (
      <Notice title={m.checkout_not_found()}>
        <ButtonLink to="/subscription" className="mt-2">
          {m.go_to_your_subscription()}
        </ButtonLink>
      </Notice>
    );
  if (isOff(error))
    return (
      <Notice title={m.payment_cant_be_checked()}>
        <span className="mb-6">{m.payments_are_off()}</span>
        <SupportLink />
      </Notice>
    );
  return (
    <Notice title={m.thank_you_processing()}>
      <span>{isLate ? m.payment_takes_long() : m.this_usually_takes_a_few_seconds()}</span>
      <Spinner />
      {isLate && <SupportLink />}
    </Notice>
  );
}

const SupportLink = () => (
  <a
    className="font-semibold text-accent underline underline-offset-4"
    href={`mailto:${useSiteSettings().support_email}`}
  >
    {m.contact_support()}
  </a>
);

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="mx-auto flex max-w-xl flex-col items-center py-20 text-center text-muted">
      <h1 key={title} className="mb-4 text-3xl text-ink">
        {title}
      </h1>
      {children}
    </div>
  );
}
