import { useState } from 'react';
import { figures } from '#constants';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Field } from '#ui/forms/field.tsx';
import type { Figures } from './figures.contract.ts';
import type { AskedRange } from './public/figure-queries.ts';
import * as m from './words/messages.ts';

const unitNames = { day: m.days, week: m.weeks, month: m.months };

/** Days, weeks or months, and from when to when. */
export function RangeForm({
  report,
  asked,
  onChange,
}: {
  report: Figures | undefined;
  asked: AskedRange;
  onChange: (range: AskedRange) => void;
}) {
  const range = `${asked.unit} ${asked.from} ${asked.to}`;
  const [typed, setTyped] = useState<{ range: string; from?: string; to?: string }>({ range });
  const own = typed.range === range ? typed : { range };
  const from = own.from ?? asked.from ?? report?.from ?? '';
  const to = own.to ?? asked.to ?? report?.to ?? '';
  const isBackwards = from !== '' && to !== '' && from > to;
  return (
    <form
      noValidate
      className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBackwards) onChange({ unit: asked.unit, ...(from && { from }), ...(to && { to }) });
      }}
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
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={m.from()}
          type="date"
          value={from}
          onChange={({ target }) => setTyped({ ...own, from: target.value })}
        />
        <Field
          label={m.to()}
          type="date"
          value={to}
          error={isBackwards ? m.refused_backwards() : undefined}
          onChange={({ target }) => setTyped({ ...own, to: target.value })}
        />
        <Button type="submit" variant="secondary" className="min-h-11">
          {m.show_range()}
        </Button>
      </div>
    </form>
  );
}
