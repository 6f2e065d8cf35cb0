import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { limits, unlimitedCopies, unlimitedRuns } from '#constants';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import * as common from '#ui/words/messages.ts';
import type { TierForm } from './tier-form.ts';
import * as m from './words/messages.ts';

export function TierInputs({ form }: { form: TierForm }) {
  const { currency } = useSiteSettings();
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const isUnlimited = Number(useWatch({ control, name: 'daily_copy_limit' })) >= unlimitedCopies;
  const number = (name: 'daily_copy_limit' | 'daily_run_limit' | 'trial_days' | 'access_level') => ({
    type: 'number',
    min: 0,
    step: 1,
    ...register(name),
    error: errors[name]?.message,
  });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={m.name()} {...register('name')} error={errors.name?.message} />
        <MoneyField
          label={m.price_currency_per_month({ currency: currency.toUpperCase() })}
          currency={currency}
          {...register('price')}
          error={errors.price?.message}
        />
        <Field
          label={m.daily_copy_limit()}
          hint={
            isUnlimited
              ? common.unlimited()
              : m.enter_unlimited_copies_for_unlimited_copies({ unlimitedCopies })
          }
          {...number('daily_copy_limit')}
        />
        <Field
          label={m.daily_run_limit()}
          hint={m.daily_run_limit_hint({ unlimitedRuns })}
          {...number('daily_run_limit')}
        />
        <Field label={m.trial_days()} {...number('trial_days')} />
        <Field label={m.access_level()} {...number('access_level')} />
      </div>
      <div className="space-y-3">
        <Checkbox label={m.featured()} {...register('featured')} />
        <Checkbox label={m.show_first_lines()} {...register('shows_first_lines')} />
        <Checkbox
          label={m.reading_counts_toward_the_daily_limit()}
          hint={isUnlimited ? m.this_plan_has_no_daily_limit() : m.reading_counts_about()}
          {...register('reading_counts')}
        />
      </div>
      <Controller
        name="features"
        control={control}
        render={({ field: { name, value, onChange }, fieldState }) => (
          <FeatureLines name={name} features={value} onChange={onChange} error={fieldState.error?.message} />
        )}
      />
    </>
  );
}

type FeatureProps = {
  name: string;
  features: string[];
  onChange: (features: string[]) => void;
  error: string | undefined;
};

/** Enter adds a line; blank lines are ignored. */
function FeatureLines({ name, features, onChange, error }: FeatureProps) {
  const [text, setText] = useState('');
  const add = () => {
    const line = text.trim();
    if (line !== '' && !features.includes(line)) onChange([...features, line]);
    setText('');
  };
  return (
    <div>
      <Field
        name={name}
        label={m.features()}
        hint={m.press_enter_to_add_a_feature()}
        value={text}
        maxLength={limits.tierFeature}
        error={error}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
        onBlur={add}
      />
      <ul ref={keepRowFocus} className="mt-3 flex flex-wrap gap-2">
        {features.map((feature) => (
          <li
            key={feature}
            className="inline-flex items-center gap-1 rounded-full bg-sunken py-0.5 pr-1 pl-3 text-[0.8125rem]"
          >
            <span className="[overflow-wrap:anywhere]">{feature}</span>
            <button
              type="button"
              className="grid size-6 place-items-center rounded-full hover:bg-line"
              aria-label={m.remove_feature({ feature })}
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
