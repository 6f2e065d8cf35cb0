import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { limits, unlimitedCopies } from '#constants';
import { stepOf } from '#platform/currencies.ts';
import { decimalOf } from '#platform/money.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Field } from '#ui/field.tsx';
import type { TierForm } from './tier-form.ts';

export function TierInputs({ form }: { form: TierForm }) {
  const { currency } = useSiteSettings();
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const isUnlimited = Number(useWatch({ control, name: 'daily_copy_limit' })) >= unlimitedCopies;
  const number = (name: 'daily_copy_limit' | 'trial_days' | 'access_level') => ({
    type: 'number',
    min: 0,
    step: 1,
    ...register(name),
    error: errors[name]?.message,
  });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" {...register('name')} error={errors.name?.message} />
        <Field
          label={`Price (${currency.toUpperCase()} per month)`}
          type="number"
          min={0}
          step={decimalOf(stepOf(currency), currency)}
          {...register('price')}
          error={errors.price?.message}
        />
        <Field
          label="Daily copy limit"
          hint={isUnlimited ? 'Unlimited' : `Enter ${unlimitedCopies} for unlimited copies`}
          {...number('daily_copy_limit')}
        />
        <Field label="Trial days" {...number('trial_days')} />
        <Field label="Access level" {...number('access_level')} />
        <label className="flex min-h-11 items-center gap-2 text-sm font-semibold sm:mt-7">
          <input type="checkbox" className="size-4 accent-(--accent)" {...register('featured')} />
          Featured
        </label>
        <label className="flex min-h-11 items-center gap-2 text-sm font-semibold sm:col-span-2">
          <input type="checkbox" className="size-4 accent-(--accent)" {...register('shows_first_lines')} />
          Show everybody the first lines of the prompts this plan opens
        </label>
      </div>
      <label className="flex items-start gap-2 text-sm">
        <input type="checkbox" className="mt-0.5 size-4 accent-(--accent)" {...register('reading_counts')} />
        <span>
          <span className="font-semibold">Reading counts toward the daily limit</span>
          <span className="block text-muted">
            {isUnlimited
              ? 'This plan has no daily limit.'
              : 'Opening a prompt or playbook counts like copying it, each once a day. Otherwise reading is free.'}
          </span>
        </span>
      </label>
      <Controller
        name="features"
        control={control}
        render={({ field: { value, onChange }, fieldState }) => (
          <FeatureLines features={value} onChange={onChange} error={fieldState.error?.message} />
        )}
      />
    </>
  );
}

type FeatureProps = {
  features: string[];
  onChange: (features: string[]) => void;
  error: string | undefined;
};

/** Enter adds a line; blank lines are ignored. */
function FeatureLines({ features, onChange, error }: FeatureProps) {
  const [text, setText] = useState('');
  const add = () => {
    const line = text.trim();
    if (line !== '' && !features.includes(line)) onChange([...features, line]);
    setText('');
  };
  return (
    <div>
      <Field
        label="Features"
        hint="Press Enter to add a feature"
        value={text}
        maxLength={limits.tierFeature}
        error={error}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        onBlur={add}
      />
      <ul className="mt-3 flex flex-wrap gap-2">
        {features.map((feature) => (
          <li
            key={feature}
            className="inline-flex items-center gap-1 rounded-full bg-sunken py-0.5 pr-1 pl-3 text-[0.8125rem]"
          >
            <span className="[overflow-wrap:anywhere]">{feature}</span>
            <button
              type="button"
              className="grid size-6 place-items-center rounded-full hover:bg-line"
              aria-label={`Remove ${feature}`}
              onClick={() => onChange(features.filter((item) => item !== feature))}
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
