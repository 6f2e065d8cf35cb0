import { useEffect } from 'react';
import { figures } from '#constants';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import type { Figures } from './figures.contract.ts';
import { daysInput } from './figures-fields.ts';
import type { AskedRange } from './public/figure-queries.ts';
import * as m from './words/messages.ts';

const unitNames = { day: m.days, week: m.weeks, month: m.months };

type Props = { report: Figures | undefined; asked: AskedRange; onChange: (range: AskedRange) => void };

/** Chooses days, weeks or months, and the first and last day. */
export function RangeForm({ report, asked, onChange }: Props) {
  const from = asked.from ?? report?.from ?? '';
  const to = asked.to ?? report?.to ?? '';
  const { register, handleSubmit, formState, reset } = useSchemaForm(daysInput, { from, to });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range replaces what was typed.
  useEffect(() => reset({ from, to }), [asked.unit, asked.from, asked.to, reset]);
  // The report, and with it the days it covers, arrives after the range was chosen.
  useEffect(() => reset({ from, to }, { keepDirtyValues: true }), [from, to, reset]);
  return (
    <form
      method="post"
      noValidate
      className="mb-6 flex flex-wrap items-start gap-x-6 gap-y-4"
      onSubmit={handleSubmit((days) =>
        onChange({
          unit: asked.unit,
          ...(days.from && { from: days.from }),
          ...(days.to && { to: days.to }),
        }),
      )}
    >
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{m.count_by()}</legend>
        <div className="flex min-h-11 flex-wrap items-center gap-2">
          {figures.units.map((unit) => (
            <Chip key={unit} pressed={unit === asked.unit} onClick={() => onChange({ unit })}>
              {unitNames[unit]()}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-start gap-3">
        <Field label={m.from()} type="date" error={formState.errors.from?.message} {...register('from')} />
        <Field label={m.to()} type="date" error={formState.errors.to?.message} {...register('to')} />
        <Button type="submit" variant="secondary" className="mt-6.5 min-h-11">
          {m.show_range()}
        </Button>
      </div>
    </form>
  );
}
