import { Controller, useWatch } from 'react-hook-form';
import { difficulties, promptTypes } from '#constants';
import { BlanksEditor } from '#library/blanks/public/blanks-editor.tsx';
import { AccessFields } from '#library/catalog/public/access-fields.tsx';
import { choicesOf, difficultyLabel, typeLabel } from '#library/catalog/public/labels.ts';
import { PlaceFields } from '#library/catalog/public/place-fields.tsx';
import { ImageField, uploadImage } from '#site/media/public/image-field.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx';
import type { Track } from '#ui/saving/use-pending-work.ts';
import * as common from '#ui/words/messages.ts';
import type { PromptForm } from './prompt-form.ts';
import type { AdminPrompt } from './prompts-admin.contract.ts';
import * as m from './words/messages.ts';

/** `prompt` is the saved prompt; undefined for a new one, which doesn't have a slug or date yet. */
type Props = { form: PromptForm; prompt: AdminPrompt | undefined; track: Track };

export function PromptInputs({ form, prompt, track }: Props) {
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const body = useWatch({ control, name: 'prompt_body' });
  return (
    <>
      <Field label={common.title()} {...register('title')} error={errors.title?.message} />
      <TextArea
        label={common.description()}
        {...register('description')}
        error={errors.description?.message}
      />
      <TextArea
        label={m.prompt_body()}
        className="max-h-96 font-serif"
        {...register('prompt_body')}
        error={errors.prompt_body?.message}
      />
      <Controller
        name="blanks"
        control={control}
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <BlanksEditor body={body} value={value} onChange={onChange} error={error?.message} />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={common.category()}
          hint={m.separate_several_with_commas()}
          {...register('category')}
          error={errors.category?.message}
        />
        <Select
          label={m.prompt_type()}
          options={choicesOf(promptTypes, typeLabel)}
          {...register('prompt_type')}
        />
        <AccessFields register={register} error={errors.tier_access?.message} />
        <Select
          label={m.difficulty()}
          options={choicesOf(difficulties, difficultyLabel)}
          {...register('difficulty')}
        />
        <Field
          label={common.tags()}
          hint={common.separate_with_commas()}
          {...register('tags')}
          error={errors.tags?.message}
        />
      </div>
      {prompt && <PlaceFields path="/prompt/" register={register} errors={errors} />}
      <Controller
        name="preview_image_url"
        control={control}
        render={({ field: { name, value, onChange }, fieldState }) => (
          <ImageField
            label={m.preview_image()}
            name={name}
            folder="prompts"
            value={value ?? ''}
            saved={prompt?.preview_image_url ?? ''}
            onChange={onChange}
            track={track}
            error={fieldState.error?.message}
          />
        )}
      />
      <Field
        label={m.recommended_models()}
        {...register('model_context')}
        error={errors.model_context?.message}
      />
      <Field
        label={m.use_cases()}
        hint={common.separate_with_commas()}
        {...register('use_cases')}
        error={errors.use_cases?.message}
      />
      <MarkdownEditor
        label={m.sample_output()}
        read={() => form.getValues('example_output')}
        upload={(file) => uploadImage('prompts', file)}
        track={track}
        {...register('example_output')}
        error={errors.example_output?.message}
      />
    </>
  );
}
