import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import { planQuery } from '../subscription/plan-query.ts';
import { setPlan } from '../subscription/set-plan.ts';
import * as m from '../words/messages.ts';
import type { SandboxAction } from './sandbox.contract.ts';
import { SandboxFrame } from './sandbox-frame.tsx';

export const meta = privateMeta(m.test_billing);

const actions = [
  ['renew', m.renew_the_plan, m.test_next_period],
  ['fail', m.fail_the_next_payment, m.test_grace_period],
  ['settle', m.pay_the_failed_invoice, m.test_card_updated],
  ['ask', m.test_card_needs_confirmation, m.test_payments_need_confirmation],
  ['confirm', m.confirm_the_payment, m.test_bank_confirms],
  ['expire', m.let_the_confirmation_expire, m.the_plan_stays_as_it_is],
  ['refund', m.refund_the_last_payment, m.what_it_paid_for_ends_at],
  ['fail_refund', m.fail_the_last_refund, m.what_was_paid_for_is_given],
  ['dispute', m.dispute_the_last_payment, m.test_dispute_about],
  ['win_dispute', m.win_the_dispute, m.what_was_paid_for_is_given],
  ['lose_dispute', m.lose_the_dispute, m.what_it_paid_for_has_ended],
  ['end', m.end_the_plan_now, m.test_last_attempt_failed],
] as const satisfies [SandboxAction, () => string, () => string][];

/** Replaces the payment provider's customer portal, and can do at once what otherwise takes a month. */
export default function SandboxBillingPage() {
  const client = useQueryClient();
  const { data } = useQuery(planQuery);
  const { mutate: act, isPending } = useMutation({
    mutationFn: async (action: SandboxAction) => {
      await api.sandbox.billing.$post({ json: { action } });
      return planQuery.queryFn();
    },
    onSuccess: async (plan) => {
      await setPlan(client, plan);
      toast.success(m.done());
    },
    onError: toastError,
  });

  return (
    <SandboxFrame title={m.test_billing()}>
      <p className="mb-5 min-h-6 text-muted" role="status">
        {data &&
          m.plan_plan_status({
            plan: data.paid_plan?.name ?? (data.tier_id ? data.plan : common.free()),
            status: data.status ? `, ${m.status_word({ status: data.status })}` : '',
          })}
      </p>
      <ul className="border-t border-line">
        {actions.map(([action, name, explanation]) => (
          <li
            key={action}
            className="flex items-center justify-between gap-3 border-b border-line py-3 max-sm:flex-col max-sm:items-start"
          >
            <span className="min-w-40 flex-1 text-[0.8125rem] text-muted">{explanation()}</span>
            <Button variant="secondary" size="small" disabled={isPending} onClick={() => act(action)}>
              {name()}
            </Button>
          </li>
        ))}
      </ul>
      <ButtonLink to="/subscription" className="mt-6">
        {m.back_to_your_subscription()}
      </ButtonLink>
    </SandboxFrame>
  );
}
