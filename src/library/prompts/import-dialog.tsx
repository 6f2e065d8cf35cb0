import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { optimizationLevels, type promptTypes } from '#constants';
import {
  type Analysis,
  type AnalysisRequest,
  analysisRequest,
} from '#library/analysis/public/analysis-fields.ts';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { typeLabel } from '#library/catalog/public/labels.ts';
import { ApiError, api, functions, reasonOr } from '#platform/client/api-client.ts';
import { ImageField, uploadImage } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/overlays/modal.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { typedSince, useDraft } from '#ui/saving/use-draft.ts';
import { usePendingWork } from '#ui/saving/use-pending-work.ts';
import * as common from '#ui/words/messages.ts';
import { promptFields } from './prompt-fields.ts';
import type { SimilarPrompt } from './prompts-admin.contract.ts';
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

const schema = analysisRequest.extend({ preview_image_url: promptFields.preview_image_url });
type Review = { original: string; analysis: Analysis; similar: SimilarPrompt[] };

const ImportReview = lazyPart<Review>(
  () => import('./import-review.tsx').then((module) => ({ default: module.ImportReview })),
  { pending: () => <div className="skeleton h-64" role="status" aria-label={m.comparing_versions()} /> },
);

/** Nearly identical prompts in the library; empty if the lookup fails, because that must not block an import. */
const findSimilar = (prompt_body: string, signal: AbortSignal): Promise<SimilarPrompt[]> =>
  api.admin['similar-prompts']
    .$post({ json: { prompt_body } }, { init: { signal } })
    .then((answer) => answer.json())
    .then(({ items }) => items)
    .catch(() => []);

type Props = { close: () => void; createManually: () => void };

/** Imports pasted text: analyzes it, then publishes it as a free prompt. */
export function ImportDialog({ close, createManually }: Props) {
  const client = useQueryClient();
  const form = useSchemaForm(schema, {
    prompt: '',
    promptType: 'Text',
    optimizationLevel: 0,
    preview_image_url: '',
  });
  const {
    register,
    control,
    setValue,
    formState: { errors, isDirty },
  } = form;
  const [prompt, type, level] = useWatch({ control, name: ['prompt', 'promptType', 'optimizationLevel'] });
  const draft = useDraft(form, { key: 'prompt-import' });
  const pending = usePendingWork();
  const [review, setReview] = useState<Review>();
  const canceling = useRef<AbortController>(undefined);
  const sent = useRef(form.getValues());
  useEffect(() => () => canceling.current?.abort(), []);
  const id = useId();
  const isPlanned = level > optimizationLevels.working;
  const levelLabel = levels[level]?.() ?? '';
  const isOtherType = level > 0 && type !== 'Text';

  const saving = useMutation({
    mutationFn: ({ analysis, body }: { analysis: Analysis; body: string }) => {
      const { optimized_prompt: _optimized, notice: _notice, ...described } = analysis;
      const { promptType, preview_image_url } = form.getValues();
      return api.admin.prompts.$post({
        json: {
          ...described,
          id: draft.sendAs(),
          prompt_body: body,
          prompt_type: promptType,
          status: 'published',
          tier_access: 0,
          preview_image_url,
        },
      });
    },
    async onSuccess() {
      draft.forget();
      toast.success(m.prompt_imported_successfully());
      await invalidateItems(client, 'prompts');
      close();
    },
    onError: (error) =>
      toast.error(
        error instanceof ApiError && error.code === 'conflict' ? error.message : m.failed_to_import_prompt(),
      ),
  });
  const analyzing = useMutation({
    async mutationFn(request: AnalysisRequest): Promise<Review> {
      canceling.current = new AbortController();
      const { signal } = canceling.current;
      const [analysis, similar] = await Promise.all([
        functions['analyze-prompt']
          .$post({ json: request }, { init: { signal } })
          .then((answer) => answer.json())
          .then((found) => ({ ...found, optimized_prompt: found.optimized_prompt || request.prompt })),
        findSimilar(request.prompt, signal),
      ]);
      return { original: request.prompt, analysis, similar };
    },
    onSuccess(found) {
      // The text has changed since the analysis. A picture is no part of it.
      if (typedSince(form, sent.current).some((name) => name !== 'preview_image_url'))
        return toast.info(m.you_changed_the_prompt_meanwhile());
      const { original, analysis, similar } = found;
      if (analysis.notice) toast.info(analysis.notice);
      setReview(found);
      const isUnchanged = similar.length === 0 && analysis.optimized_prompt === original;
      if (isUnchanged) saving.mutate({ analysis, body: original });
    },
    onError(error) {
      if (canceling.current?.signal.aborted) return;
      toast.error(reasonOr(error, m.failed_to_analyze()));
    },
  });
  const [isWaiting, setIsWaiting] = useState(false);
  const isBusy = analyzing.isPending || saving.isPending || isWaiting;
  const send = form.handleSubmit(
    ({ preview_image_url: _image, ...request }) => {
      sent.current = form.getValues();
      analyzing.mutate(request);
    },
    ({ prompt: wrong }) => wrong?.message && toast.warning(wrong.message),
  );
  async function analyze(event: FormEvent) {
    event.preventDefault();
    setIsWaiting(true);
    const isReady = await pending.settled();
    setIsWaiting(false);
    if (isReady) await send();
  }

  async function paste(event: ClipboardEvent) {
    const file = [...event.clipboardData.files].find((item) => item.type.startsWith('image/'));
    // A cell of a spreadsheet comes as text and as a picture of itself: the text is what was meant.
    if (!file || event.clipboardData.getData('text/plain').trim() !== '') return;
    event.preventDefault();
    const image = await uploadImage('prompts', file);
    if (!image) return false;
    setValue('preview_image_url', image, { shouldDirty: true });
    toast.success(m.image_pasted_successfully());
    return true;
  }

  if (review) {
    const { original, analysis } = review;
    const isChanged = analysis.optimized_prompt !== original;
    return (
      <Modal title={m.import_new_prompt()} close={close} isDirty={isDirty} discard={draft.forget}>
        <ModalBody>
          <ImportReview {...review} />
        </ModalBody>
        <ModalFooter>
          <Button variant="quiet" className="mr-auto" disabled={isBusy} onClick={() => setReview(undefined)}>
            {m.back()}
          </Button>
          <ModalCancel />
          <Button
            variant={isChanged ? 'secondary' : 'primary'}
            disabled={isBusy}
            onClick={() => saving.mutate({ analysis, body: original })}
          >
            {isChanged ? m.import_original() : m.import_it()}
          </Button>
          {isChanged && (
            <Button
              disabled={isBusy}
              onClick={() => saving.mutate({ analysis, body: analysis.optimized_prompt })}
            >
              {m.import_optimized()}
            </Button>
          )}
        </ModalFooter>
      </Modal>
    );
  }

  return (
    <Modal
      title={m.import_new_prompt()}
      close={close}
      isDirty={isDirty}
      discard={draft.forget}
      onSubmit={analyze}
    >
      <ModalBody>
        <DraftNotice draft={draft} />
        <div onPaste={(event) => pending.track(paste(event).then((isDone) => isDone !== false))}>
          <TextArea
            label={common.prompt()}
            className="max-h-96 min-h-48 font-serif"
            placeholder={m.paste_a_prompt()}
            {...register('prompt')}
            error={errors.prompt?.message}
          />
        </div>
        <Controller
          name="preview_image_url"
          control={control}
          render={({ field: { value, onChange } }) => (
            <ImageField
              label={m.preview_image_optional()}
              folder="prompts"
              value={value ?? ''}
              saved=""
              onChange={onChange}
              track={pending.track}
            />
          )}
        />
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
            aria-valuetext={`${level}: ${levelLabel}`}
            className="w-full max-w-md accent-(--accent)"
            {...register('optimizationLevel', { valueAsNumber: true })}
          />
          <p id={`${id}-about`} className="mt-1 text-sm text-muted" aria-live="polite">
            {isPlanned || (level === 0 && !isOtherType)
              ? levelLabel
              : isOtherType
                ? m.optimization_not_available({ level: levelLabel, type: typeLabel(type) })
                : m.uses_a_model({ level: levelLabel })}
          </p>
        </div>
      </ModalBody>
      <ModalFooter>
        <Button variant="quiet" className="mr-auto" onClick={createManually}>
          {m.create_manually()}
        </Button>
        {analyzing.isPending ? (
          <Button variant="secondary" onClick={() => canceling.current?.abort()}>
            {common.cancel()}
          </Button>
        ) : (
          <ModalCancel />
        )}
        <Button type="submit" disabled={prompt.trim() === '' || isBusy || isPlanned || isOtherType}>
          {isBusy ? m.analyzing() : m.import_it()}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
