import { type ClipboardEvent, useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { optimizationLevels, type promptTypes } from '#constants';
import { typeLabel } from '#library/catalog/public/labels.ts';
import { ImageField, uploadImage } from '#site/media/public/image-field.tsx';
import { Chip } from '#ui/chip.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import type { Track } from '#ui/saving/use-pending-work.ts';
import * as common from '#ui/words/messages.ts';
import { type ImportForm, obstacleTo } from './import-form.ts';
import * as m from './words/messages.ts';

/** In display order. */
const types: (typeof promptTypes)[number][] = ['Text', 'Agent', 'Image', 'Audio', 'Video'];
const levels = [
  m.no_optimization_only_metadata_generated,
  m.basic_optimization_structure_with_sections,
  m.advanced_optimization,
  m.meta_prompt_engineering,
  m.coming_soon,
  m.coming_soon,
];

type Props = { form: ImportForm };

/** The text to import, its picture and type, and the level of optimization. */
export function ImportFields({ form, track }: Props & { track: Track }) {
  const { register, control, setValue, formState } = form;
  async function paste(event: ClipboardEvent): Promise<boolean> {
    const file = [...event.clipboardData.files].find((item) => item.type.startsWith('image/'));
    // A copied spreadsheet cell comes as text and as a picture of it; use the text.
    if (!file || event.clipboardData.getData('text/plain').trim() !== '') return true;
    event.preventDefault();
    const image = await uploadImage('prompts', file);
    if (!image) return false;
    setValue('preview_image_url', image, { shouldDirty: true });
    toast.success(m.image_pasted_successfully());
    return true;
  }
  return (
    <>
      <div onPaste={(event) => track(paste(event))}>
        <TextArea
          label={common.prompt()}
          className="max-h-96 min-h-48 font-serif"
          placeholder={m.paste_a_prompt()}
          {...register('prompt')}
          error={formState.errors.prompt?.message}
        />
      </div>
      <Controller
        name="preview_image_url"
        control={control}
        render={({ field: { name, value, onChange } }) => (
          <ImageField
            label={m.preview_image_optional()}
            name={name}
            folder="prompts"
            value={value ?? ''}
            saved=""
            onChange={onChange}
            track={track}
          />
        )}
      />
      <TypeChips form={form} />
      <OptimizationLevel form={form} />
    </>
  );
}

function TypeChips({ form: { control, setValue } }: Props) {
  const type = useWatch({ control, name: 'promptType' });
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{common.type()}</legend>
      <div className="flex flex-wrap gap-2">
        {types.map((option) => (
          <Chip
            key={option}
            pressed={type === option}
            onClick={() => setValue('promptType', option, { shouldDirty: true })}
          >
            {typeLabel(option)}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

function OptimizationLevel({ form: { control, register } }: Props) {
  const id = useId();
  const [type, level] = useWatch({ control, name: ['promptType', 'optimizationLevel'] });
  const label = levels[level]?.() ?? '';
  const obstacle = obstacleTo(level, type);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {m.optimization_level_level({ level })}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={optimizationLevels.max}
        step={1}
        aria-describedby={`${id}-about`}
        aria-valuetext={`${level}: ${label}`}
        className="w-full max-w-md accent-(--accent)"
        {...register('optimizationLevel', { valueAsNumber: true })}
      />
      <p id={`${id}-about`} className="mt-1 text-sm text-muted" aria-live="polite">
        {level === 0 || obstacle === 'planned'
          ? label
          : obstacle === 'other-type'
            ? m.optimization_not_available({ level: label, type: typeLabel(type) })
            : m.uses_a_model({ level: label })}
      </p>
    </div>
  );
}
