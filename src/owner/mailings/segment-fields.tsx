import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { categoriesQuery } from '#library/catalog/public/categories-query.ts';
import { adminTiersQuery } from '#money/offers/public/admin-tiers-query.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Chip } from '#ui/chip.tsx';
import { compareNames } from '#ui/compare-names.ts';
import { Select } from '#ui/forms/select.tsx';
import type { Segment } from './mailing-fields.ts';
import { type MailingForm, readSeen, seenValue } from './mailing-form.ts';
import { leftOutLabels, recipientsLabel } from './mailing-words.ts';
import { planChoices, seenLabel } from './segment-words.ts';
import * as m from './words/messages.ts';

const seenChoices: Segment['seen'][] = [
  null,
  ...[7, 30, 90, 365].map((days) => ({ is_within: true, days })),
  ...[30, 90, 180, 365].map((days) => ({ is_within: false, days })),
];

/** Whether the choices are still loading. Everything that uses their names waits, so that nothing shifts. */
export function useAreChoicesPending(isNeeded: boolean): boolean {
  const tiers = useQuery({ ...adminTiersQuery, enabled: isNeeded });
  const categories = useQuery({ ...categoriesQuery, enabled: isNeeded });
  return isNeeded && (tiers.isPending || categories.isPending);
}

/** The segment of an email, and how many members are in it now. */
export function SegmentFields({ form }: { form: MailingForm }) {
  const { field } = useController({ control: form.control, name: 'segment' });
  const segment = field.value;
  const set = (change: Partial<Segment>) => field.onChange({ ...segment, ...change });
  const { data: tiers } = useQuery(adminTiersQuery);
  const { data: categories } = useQuery(categoriesQuery);
  const plans = planChoices(tiers ?? []);
  const known = new Set(plans.map(({ id }) => id));
  const deleted = tiers ? segment.plans.filter((id) => !known.has(id)) : [];
  const seen = seenValue(segment.seen);
  const seenOptions = seenChoices.map((choice) => ({ value: seenValue(choice), label: seenLabel(choice) }));
  const names = [...(categories?.prompts ?? []), ...(categories?.playbooks ?? [])].map(({ name }) => name);
  const chosen = segment.category;
  const categoryOptions = [
    { value: '', label: m.any_category() },
    ...[...new Set([...names, ...(chosen ? [chosen] : [])])]
      .sort(compareNames)
      .map((name) => ({ value: name, label: name })),
  ];
  return (
    <fieldset className="space-y-5">
      <legend className="mb-2 font-serif text-xl font-medium">{m.to_whom()}</legend>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{m.members_on()}</legend>
        <div className="flex flex-wrap gap-2">
          <Chip pressed={segment.plans.length === 0} onClick={() => set({ plans: [] })}>
            {m.all_plans()}
          </Chip>
          {[...plans, ...deleted.map((id) => ({ id, name: m.deleted_plan() }))].map(({ id, name }) => {
            const isChosen = segment.plans.includes(id);
            const next = isChosen ? segment.plans.filter((plan) => plan !== id) : [...segment.plans, id];
            return (
              <Chip key={id} pressed={isChosen} onClick={() => set({ plans: next })}>
                {name}
              </Chip>
            );
          })}
        </div>
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={m.last_seen()}
          options={
            seenOptions.some(({ value }) => value === seen)
              ? seenOptions
              : [...seenOptions, { value: seen, label: seenLabel(segment.seen) }]
          }
          value={seen}
          onChange={(event) => set({ seen: readSeen(event.target.value) })}
        />
        <Select
          label={m.with_favorites_in()}
          options={categoryOptions}
          value={chosen ?? ''}
          onChange={(event) => set({ category: event.target.value || null })}
        />
      </div>
      <Audience segment={segment} />
    </fieldset>
  );
}

function Audience({ segment }: { segment: Segment }) {
  const { data, isError } = useQuery({
    queryKey: queryKeys.admin.mailings.audience(segment),
    queryFn: async () => (await api.admin.mailings.audience.$post({ json: { segment } })).json(),
    placeholderData: (former) => former,
    staleTime: 0,
  });
  const others = data ? leftOutLabels(data) : [];
  return (
    <div role="status" className="min-h-12 text-sm">
      <p className="font-semibold">{recipientsLabel(data, isError)}</p>
      {others.length > 0 && <p className="text-muted">{m.left_out({ reasons: others.join(', ') })}</p>}
    </div>
  );
}
