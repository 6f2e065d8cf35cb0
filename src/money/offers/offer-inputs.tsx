import { useQuery } from '@tanstack/react-query';
import { type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { api } from '#platform/api-client.ts';
import { stepOf } from '#platform/currencies.ts';
import { decimalOf } from '#platform/money.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import type { OfferForm } from './offer-form.ts';

const kinds = [
  { value: 'percent', label: 'Percentage' },
  { value: 'amount', label: 'Amount' },
];
const scopes = [
  { value: 'everything', label: 'All plans and playbooks' },
  { value: 'plans', label: 'All plans' },
  { value: 'playbooks', label: 'All playbooks' },
  { value: 'chosen', label: 'Chosen plans and playbooks' },
];
const durations = [
  { value: 'once', label: 'The first payment' },
  { value: 'repeating', label: 'A number of months' },
  { value: 'forever', label: 'Every payment' },
];

export function OfferInputs({ form, currency }: { form: OfferForm; currency: string }) {
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const [kind, appliesTo, duration] = useWatch({ control, name: ['kind', 'applies_to', 'duration'] });
  const field = (
    name: 'percent_off' | 'amount_off' | 'duration_months' | 'max_redemptions' | 'max_per_member',
  ) => ({
    ...register(name),
    type: 'number',
    min: 1,
    error: errors[name]?.message,
  });
  return (
    <>
      <Field
        label="Code"
        hint="What members type. Letters, digits, and dashes."
        className="[&_input]:uppercase"
        autoComplete="off"
        spellCheck={false}
        {...register('code')}
        error={errors.code?.message}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select label="Discount" options={kinds} {...register('kind')} />
        {kind === 'percent' ? (
          <Field label="Percent off" max={100} {...field('percent_off')} />
        ) : (
          <Field
            label="Amount off"
            hint={`In ${currency.toUpperCase()}`}
            {...field('amount_off')}
            min={0}
            step={decimalOf(stepOf(currency), currency)}
          />
        )}
        <Select
          label="Applies to"
          options={scopes}
          {...register('applies_to')}
          error={errors.applies_to?.message}
        />
        {appliesTo === 'chosen' && (
          <Choices tiers={register('tier_ids')} playbooks={register('playbook_ids')} />
        )}
        <Select
          label="On a plan, it reduces"
          hint="Playbooks are paid once. A code replaces a plan's free trial."
          options={durations}
          {...register('duration')}
        />
        {duration === 'repeating' && <Field label="Months" max={36} {...field('duration_months')} />}
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label="Last day"
          type="date"
          hint="UTC. Leave empty for no end."
          {...register('ends_at')}
          error={errors.ends_at?.message}
        />
        <Field label="Uses in all" hint="Leave empty for no limit." {...field('max_redemptions')} />
        <Field label="Uses per member" hint="Leave empty for no limit." {...field('max_per_member')} />
      </div>
      <label className="flex min-h-11 items-center gap-2 text-sm font-semibold">
        <input type="checkbox" className="size-4 accent-(--accent)" {...register('is_active')} />
        Active
      </label>
    </>
  );
}

/** Everything that costs something, with a box each. */
function Choices({ tiers, playbooks }: { tiers: UseFormRegisterReturn; playbooks: UseFormRegisterReturn }) {
  const plans = useQuery({
    queryKey: queryKeys.admin.tiers,
    queryFn: async () => (await (await api.admin.tiers.$get()).json()).items,
  });
  const sold = useQuery({ queryKey: queryKeys.admin.soldPlaybooks, queryFn: listSoldPlaybooks });
  const groups = [
    {
      name: 'Plans',
      box: tiers,
      items: plans.data?.filter(({ price }) => price > 0).map(({ id, name }) => ({ id, name })),
    },
    { name: 'Playbooks', box: playbooks, items: sold.data?.map(({ id, title }) => ({ id, name: title })) },
  ];
  return (
    <div className="grid gap-5 rounded-md bg-sunken p-4 sm:col-span-2 sm:grid-cols-2">
      {groups.map(({ name, box, items }) => (
        <fieldset key={name} className="min-w-0">
          <legend className="mb-2 text-sm font-semibold">{name}</legend>
          {!items && <span className="skeleton block h-9" role="status" aria-label={`Loading ${name}`} />}
          {items?.length === 0 && <p className="text-sm text-muted">Nothing is for sale here.</p>}
          <div className="max-h-56 overflow-y-auto">
            {items?.map((item) => (
              <label key={item.id} className="flex min-h-9 items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  value={item.id}
                  className="size-4 shrink-0 accent-(--accent)"
                  {...box}
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">{item.name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

async function listSoldPlaybooks() {
  const sold: { id: string; title: string }[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: '100', ...(cursor ? { cursor } : {}) };
    const page = await (await api.admin.playbooks.$get({ query })).json();
    sold.push(...page.items.filter(({ is_purchasable, price }) => is_purchasable && price > 0));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return sold;
}
