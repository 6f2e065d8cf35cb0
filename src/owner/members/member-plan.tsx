import { useEffect, useState } from 'react';
import { z } from 'zod';
import { lengthWords } from '#money/gifts/public/gift-words.ts';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { api } from '#platform/client/api-client.ts';
import { keysOf } from '#platform/keys-of.ts';
import { Button } from '#ui/button.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { formatDay, formatMoney } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import * as common from '#ui/words/messages.ts';
import { lastDayInput } from './last-day-input.ts';
import type { MemberPage } from './members-admin.contract.ts';
import { useMemberChange } from './use-member-change.ts';
import * as m from './words/messages.ts';

const form = z.object({
  tier_id: z.uuid({ error: () => m.choose_a_plan() }),
  until: lastDayInput,
});
const endpoint = api.admin.members[':id'].plan;

const sourceWords = {
  free: m.source_free,
  subscription: m.source_subscription,
  complimentary: m.source_complimentary,
  gift: m.source_gift,
};

/** A member's plan, and the form to give them one. */
export function MemberPlan({ member }: { member: MemberPage }) {
  const { id, plan, complimentary, can } = member;
  const param = { id };
  const [isTaking, setIsTaking] = useState(false);
  const take = useMemberChange(
    id,
    () => endpoint.$delete({ param }),
    () => m.plan_taken_back(),
  );
  const paid = plan.paid_plan?.name ?? plan.name;
  const ofPlan = paid === plan.name ? '' : ` (${paid})`;
  const price =
    plan.amount !== null && plan.interval !== null
      ? `${formatMoney(plan.amount, plan.currency)} / ${plan.interval === 'year' ? m.year() : m.month()}${ofPlan}`
      : undefined;
  return (
    <>
      <FactList
        facts={[
          [common.plan(), plan.source === 'free' ? common.free() : plan.name],
          [m.comes_from(), sourceWords[plan.source]()],
          plan.ends_at !== null && [m.ends(), formatDay(plan.ends_at)],
          plan.status !== null && [common.status(), m.status_word({ status: plan.status })],
          price !== undefined && [common.price(), price],
          plan.next_payment_at !== null && [m.next_payment(), formatDay(plan.next_payment_at)],
          plan.subscription_ends_at !== null &&
            plan.subscription_ends_at !== plan.ends_at && [
              m.subscription_ends(),
              formatDay(plan.subscription_ends_at),
            ],
        ]}
      />
      {plan.gifts
        .filter(({ ends_at }) => ends_at === null)
        .map((gift) => (
          <p key={gift.id}>{m.gift_waits({ plan: gift.plan, length: lengthWords(gift) })}</p>
        ))}
      {complimentary && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>
            {complimentary.until
              ? m.complimentary_until({ plan: complimentary.name, day: formatDay(complimentary.until) })
              : m.complimentary_without_end({ plan: complimentary.name })}
          </span>
          {can.give_plan && (
            <Button size="small" variant="secondary" onClick={() => setIsTaking(true)}>
              {m.take_it_back()}
            </Button>
          )}
        </p>
      )}
      <ConfirmDialog
        isOpen={isTaking}
        onClose={() => setIsTaking(false)}
        question={m.take_the_plan_back()}
        confirmLabel={m.take_it_back()}
        isBusy={take.isPending}
        onConfirm={() => take.mutate(undefined, { onSettled: () => setIsTaking(false) })}
      >
        {m.what_they_pay_for_stays()}
      </ConfirmDialog>
      {can.give_plan && <GivePlan member={member} />}
    </>
  );
}

function GivePlan({ member: { id, complimentary } }: { member: MemberPage }) {
  const tiers = useTiers();
  const tier_id = complimentary?.tier_id ?? '';
  const until = complimentary?.until?.slice(0, 10) ?? '';
  const { register, handleSubmit, formState, getValues, reset, resetField } = useSchemaForm(form, {
    tier_id,
    until,
  });
  const { errors } = formState;
  // Keep what was typed when the plan changes, here or elsewhere.
  useEffect(() => reset({ tier_id, until }, { keepDirtyValues: true }), [tier_id, until, reset]);
  const give = useMemberChange(
    id,
    (json: z.output<typeof form>) => endpoint.$put({ param: { id }, json }),
    () => m.plan_given(),
  );
  const submit = handleSubmit((values) => {
    const sent = getValues();
    give.mutate(values, {
      onSuccess() {
        for (const name of keysOf(sent))
          if (getValues(name) === sent[name]) resetField(name, { defaultValue: sent[name] });
      },
    });
  });
  return (
    <form method="post" noValidate className="space-y-4" onSubmit={submit}>
      <div className="grid max-w-xl gap-4 sm:grid-cols-2">
        <Select
          label={m.complimentary_plan()}
          options={[
            { value: '', label: m.choose_a_plan() },
            ...tiers.map((tier) => ({ value: tier.id, label: tier.name })),
          ]}
          error={errors.tier_id?.message}
          {...register('tier_id')}
        />
        <Field
          label={m.last_day()}
          type="date"
          hint={common.utc_leave_empty_for_no_end()}
          error={errors.until?.message}
          {...register('until')}
        />
      </div>
      <Button type="submit" variant="secondary" disabled={give.isPending}>
        {m.give_plan()}
      </Button>
    </form>
  );
}
