import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { AccessFields } from '#library/catalog/public/access-fields.tsx';
import { PlaceFields } from '#library/catalog/public/place-fields.tsx';
import { ImageField, uploadImage } from '#site/media/public/image-field.tsx';
import { Field } from '#ui/forms/field.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx';
import type { Track } from '#ui/saving/use-pending-work.ts';
import * as common from '#ui/words/messages.ts';
import { type PlaybookForm, purchasableChoices } from './playbook-form.ts';
import type { AdminPlaybook } from './playbooks-admin.contract.ts';
import { PricedButFree } from './priced-but-free.tsx';
import { StepsEditor } from './steps-editor.tsx';
import { UnlockedPrompts } from './unlocked-prompts.tsx';
import * as m from './words/messages.ts';

type Props = {
  form: PlaybookForm;
  /** The saved playbook. Undefined for a new one, which doesn't have a slug or date yet. */
  playbook: AdminPlaybook | undefined;
  currency: string;
  track: Track;
};

/** The fields of a playbook and its steps. */
export function PlaybookInputs({ form, playbook, currency, track }: Props) {
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const [levels, setLevels] = useState<Record<string, number>>(playbook?.prompt_levels ?? {});
  return (
    <>
      <Field label={common.title()} {...register('title')} error={errors.title?.message} />
      <MarkdownEditor
        label={common.description()}
        read={() => form.getValues('description')}
        upload={(file) => uploadImage('playbooks', file)}
        track={track}
        {...register('description')}
        error={errors.description?.message}
      />
      <StepsEditor
        form={form}
        track={track}
        levels={levels}
        addLevel={(id, level) => setLevels((known) => ({ ...known, [id]: level }))}
      />
      <UnlockedPrompts control={control} levels={levels} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={common.category()} {...register('category')} error={errors.category?.message} />
        <AccessFields register={register} error={errors.tier_access?.message} />
        <MoneyField
          label={common.price()}
          currency={currency}
          hint={common.in_currency({ currency: currency.toUpperCase() })}
          {...register('price')}
          error={errors.price?.message}
        />
        <Select label={m.purchasable()} options={purchasableChoices()} {...register('is_purchasable')} />
        <PricedButFree control={control} />
      </div>
      <Controller
        name="image_url"
        control={control}
        render={({ field: { name, value, onChange }, fieldState }) => (
          <ImageField
            label={m.playbook_image()}
            name={name}
            folder="playbooks"
            value={value ?? ''}
            saved={playbook?.image_url ?? ''}
            onChange={onChange}
            track={track}
            error={fieldState.error?.message}
          />
        )}
      />
      <Field
        label={common.tags()}
        hint={common.separate_with_commas()}
        {...register('tags')}
        error={errors.tags?.message}
      />
      {playbook && <PlaceFields path="/playbook/" register={register} errors={errors} />}
    </>
  );
}
