import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import type { BillingInterval } from '#constants';
import { discountOn } from '#money/offers/public/discount.ts';
import { ApiError, api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { taxNote } from '#site/settings/public/tax-note.ts';
import { Button } from '#ui/button.tsx';
import { formatDay, formatMoney } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { CloseByBack } from '#ui/overlays/close-by-back.tsx';
import { questionStyles } from '#ui/overlays/question-styles.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { useReturnFocus } from '#ui/overlays/use-return-focus.ts';
import * as common from '#ui/words/messages.ts';
import type { ChangePreview } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';
import { lastingDiscountWords } from './lasting-discount.ts';
import { setPlan } from './set-plan.ts';

/** Loaded when needed, because most changes need no consent. */
const ConsentDialog = lazyPart(() => import('../checkout/consent-dialog.tsx'));
type Change = { preview: ChangePreview; agreed_to?: AgreedTo };

type Props = { tier: string; interval: BillingInterval; close: () => void };

/** A link with an invalid plan gets a readable message. */
const messageOf = (error: Error) =>
  error instanceof ApiError && error.status === 422 ? m.this_plan_is_not_available() : error.message;

/** Shows what a change of plan costs now, and makes the change at that price. */
export function ChangePlanDialog({ tier, interval, close }: Props) {
  const client = useQueryClient();
  const returnFocus = useReturnFocus();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.subscription.change(tier, interval),
    queryFn: async () => (await api.subscription.change.$get({ query: { tier, interval } })).json(),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [isAsked, setIsAsked] = useState(false);
  const { mutate: confirm, isPending } = useMutation({
    mutationFn: async ({ preview, agreed_to }: Change) => {
      const { proration_date, amount_due } = preview;
      const json = { tier, interval, proration_date, amount_due, ...(agreed_to && { agreed_to }) };
      return (await api.subscription.change.$post({ json })).json();
    },
    onSuccess: async (plan, { preview }) => {
      await setPlan(client, plan);
      if (plan.pending_change) toast.warning(m.confirm_payment());
      else if (preview.is_lower_price) toast.success(m.you_pay_the_lower_price_now());
      else if (preview.is_other_plan) toast.success(m.youre_on_name_now({ name: preview.tier.name }));
      else toast.success(m.youre_on_interval_billing_now({ interval }));
      close();
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'consent_required') return setIsAsked(true);
      toastError(failure);
      if (failure instanceof ApiError && failure.status === 409) void refetch();
    },
  });

  if (isAsked && data)
    return (
      <ConsentDialog
        onClose={close}
        onAgree={(agreed_to) => {
          setIsAsked(false);
          confirm({ preview: data, agreed_to });
        }}
      />
    );
  const leave = () => !isPending && close();
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && leave()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-black/45" />
        <AlertDialog.Content {...returnFocus} className={questionStyles}>
          <CloseByBack close={leave} />
          <AlertDialog.Title className="font-serif text-2xl leading-snug">
            {data ? questionOf(data) : m.switch_plan()}
          </AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-4 min-h-48" aria-live="polite">
              {data && <Costs preview={data} />}
              {error && !data && <p role="alert">{messageOf(error)}</p>}
              {!data && !error && (
                <div className="skeleton h-44" role="status" aria-label={m.calculating_the_price()} />
              )}
            </div>
          </AlertDialog.Description>
          <div className="mt-6 grid gap-3 sm:flex sm:flex-wrap sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" disabled={isPending}>
                {common.keep_my_plan()}
              </Button>
            </AlertDialog.Cancel>
            {/* Rendered before the price is known, and wide enough for it, so that the button next to it stays in place. */}
            <Button
              className="sm:min-w-56"
              disabled={isPending || !data}
              onClick={() => data && confirm({ preview: data })}
            >
              {data && data.amount_due > 0
                ? m.pay_amount_due_and_switch({ amountDue: formatMoney(data.amount_due, data.currency) })
                : data && !data.is_other_plan && !data.is_lower_price
                  ? m.switch_billing()
                  : m.switch_plan()}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function questionOf({ tier: { name }, interval, is_other_plan, is_lower_price }: ChangePreview): string {
  if (is_lower_price) return m.take_the_lower_price_of_name({ name });
  return is_other_plan ? m.switch_to_name({ name }) : m.switch_billing_of_name({ name, interval });
}

/** What happens to a free trial; undefined if there is none. */
function trialNote({ trial_end, ends_trial, tier }: ChangePreview): string | undefined {
  if (ends_trial) return m.trial_ends_now({ name: tier.name });
  return trial_end ? m.trial_ends_on({ trialEnd: formatDay(trial_end) }) : undefined;
}

function Costs({ preview }: { preview: ChangePreview }) {
  const { amount, currency, interval, amount_due, credit, discount, next_payment_at } = preview;
  const isStill = discount && (discount.until === null || discount.until > next_payment_at);
  const next = amount - (isStill ? discountOn(amount, discount, currency) : 0);
  const rows = [
    [m.due_now(), formatMoney(amount_due, currency)],
    credit > 0 && [m.credit_toward_future_payments(), formatMoney(credit, currency)],
    [
      m.starting_next_payment_at({ nextPaymentAt: formatDay(next_payment_at) }),
      m.amount_per_interval({ amount: formatMoney(next, currency), interval }),
    ],
    !!discount && [common.discount(), lastingDiscountWords(discount, currency)],
  ].filter((row) => row !== false);
  return (
    <>
      <dl className="border-t border-line">
        {rows.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 border-b border-line py-2.5">
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {preview.resumes && <p className="mt-3">{m.switch_resumes({ day: formatDay(next_payment_at) })}</p>}
      <p className="mt-3 text-[0.8125rem] text-muted">
        {[trialNote(preview) ?? m.unused_time_credited(), taxNote(useSiteSettings())]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  );
}
