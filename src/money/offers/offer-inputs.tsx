import { useQuery } from '@tanstack/react-query';
import { type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { limits } from '#constants';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { OfferForm } from './offer-form.ts';
import { durations, kinds, scopes } from './offer-words.ts';
import { adminTiersQuery } from './public/admin-tiers-query.ts';
import { soldPlaybooksQuery } from './sold-playbooks-query.ts';
import * as m from './words/messages.ts';

export function OfferInputs({ form, currency }: { form: OfferForm; currency: string }) {
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const [kind, appliesTo, duration] = useWatch({ control, name: ['kind', 'applies_to', 'duration'] });
  const field = (name: 'percent_off' | 'duration_months' | 'max_redemptions' | 'max_per_member') => ({
    ...register(name),
    type: 'number',
    min: 1,
    error: errors[name]?.message,
  });
  return (
    <>
      <Field
        label={common.code()}
        hint={m.offer_code_about()}
        className="[&_input]:uppercase"
        autoComplete="off"
        spellCheck={false}
        {...register('code')}
        error={errors.code?.message}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select label={common.discount()} options={kinds()} {...register('kind')} />
        {kind === 'percent' ? (
          <Field label={m.percent_off()} max={100} {...field('percent_off')} />
        ) : (
          <MoneyField
            label={m.amount_off()}
            currency={currency}
            hint={common.in_currency({ currency: currency.toUpperCase() })}
            {...register('amount_off')}
            error={errors.amount_off?.message}
          />
        )}
        <Select
          label={m.applies_to()}
          options={scopes()}
          {...register('applies_to')}
          error={errors.applies_to?.message}
        />
        {appliesTo === 'chosen' && (
          <Choices tiers={register('tier_ids')} playbooks={register('playbook_ids')} />
        )}
        <Select
          label={m.on_a_plan_it_reduces()}
          hint={m.playbooks_are_paid_once_a_code()}
          options={durations()}
          {...register('duration')}
        />
        {duration === 'repeating' && (
          <Field label={common.months()} max={limits.offerMonths} {...field('duration_months')} />
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label={m.last_day()}
          type="date"
          hint={common.utc_leave_empty_for_no_end()}
          {...register('ends_at')}
          error={errors.ends_at?.message}
        />
        <Field label={m.uses_in_all()} hint={m.leave_empty_for_no_limit()} {...field('max_redemptions')} />
        <Field label={m.uses_per_member()} hint={m.leave_empty_for_no_limit()} {...field('max_per_member')} />
      </div>
      <Checkbox className="py-3" label={m.active()} {...register('is_active')} />
    </>
  );
}

/** A checkbox for everything that has a price. */
function Choices({ tiers, playbooks }: { tiers: UseFormRegisterReturn; playbooks: UseFormRegisterReturn }) {
  const plans = useQuery(adminTiersQuery);
  const sold = useQuery(soldPlaybooksQuery);
  const groups = [
    {
      name: m.plans(),
      box: tiers,
      query: plans,
      items: plans.data?.filter(({ price }) => price > 0).map(({ id, name }) => ({ id, name })),
    },
    {
      name: common.playbooks(),
      box: playbooks,
      query: sold,
      items: sold.data?.map(({ id, title }) => ({ id, name: title })),
    },
  ];
  return (
    <div className="grid gap-5 rounded-md bg-sunken p-4 sm:col-span-2 sm:grid-cols-2">
      {groups.map(({ name, box, query, items }) => (
        <fieldset key={name} className="min-w-0">
          <legend className="mb-2 text-sm font-semibold">{name}</legend>
          {!items && query.isError && <TryAgain retry={query.refetch} />}
          {!items && !query.isError && (
            <span className="skeleton block h-9" role="status" aria-label={m.loading_name({ name })} />
          )}
          {items?.length === 0 && <p className="text-sm text-muted">{m.nothing_is_for_sale_here()}</p>}
          <div className="max-h-56 overflow-y-auto">
            {items?.map((item) => (
              <Checkbox
                key={item.id}
                className="py-2"
                label={item.name}
                value={item.id}
                isOneOfMany
                {...box}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
