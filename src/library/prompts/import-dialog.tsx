import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { limits, optimizationLevels, type promptTypes } from '#constants';
import { type Analysis, ApiError, analyzePrompt, api } from '#platform/api-client.ts';
import { ImageField, uploadImage } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/modal.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';
import { useDraft } from '#ui/use-draft.ts';
import type { SimilarPrompt } from './prompts-admin.contract.ts';

type PromptType = (typeof promptTypes)[number];
/** In the order of the dialog. */
const types: PromptType[] = ['Text', 'Agent', 'Image', 'Audio', 'Video'];
const levels = [
  'No optimization, only metadata generated',
  'Basic optimization: structure with sections',
  'Advanced optimization',
  'Meta prompt engineering',
  'Coming Soon',
  'Coming Soon',
];

const ImportReview = lazy(() =>
  import('./import-review.tsx').then((module) => ({ default: module.ImportReview })),
);

/** What is nearly identical in the library; that it cannot be found out is no reason not to import. */
const findSimilar = (prompt_body: string, signal: AbortSignal): Promise<SimilarPrompt[]> =>
  api.admin['similar-prompts']
    .$post({ json: { prompt_body } }, { init: { signal } })
    .then((answer) => answer.json())
    .then(({ items }) => items)
    .catch(() => []);

/** Pasted text becomes a prompt: what it is about is worked out, then it is published and free. */
export function ImportDialog({ close, createByHand }: { close: () => void; createByHand: () => void }) {
  const client = useQueryClient();
  const { draft, set, isDirty } = useDraft({ text: '', type: 'Text' as PromptType, level: 0, image: '' });
  const [step, setStep] = useState<'write' | 'analyze' | 'review' | 'save'>('write');
  const [review, setReview] = useState<{ analysis: Analysis; similar: SimilarPrompt[] }>();
  const cancelling = useRef<AbortController>(undefined);
  useEffect(() => () => cancelling.current?.abort(), []);
  const id = useId();
  const isBusy = step === 'analyze' || step === 'save';
  const isPlanned = draft.level > optimizationLevels.working;
  const isOtherType = draft.level > 0 && draft.type !== 'Text';

  async function paste(event: ClipboardEvent) {
    const file = [...event.clipboardData.files].find((each) => each.type.startsWith('image/'));
    if (!file) return;
    event.preventDefault();
    const image = await uploadImage('prompts', file);
    if (!image) return;
    set({ image });
    toast.success('Image pasted successfully!');
  }

  async function analyze() {
    if (draft.text.trim() === '') return toast.warning('Please enter a prompt');
    setStep('analyze');
    cancelling.current = new AbortController();
    const { signal } = cancelling.current;
    try {
      const question = { prompt: draft.text, promptType: draft.type, optimizationLevel: draft.level };
      const [analysis, similar] = await Promise.all([
        analyzePrompt(question, signal),
        findSimilar(draft.text, signal),
      ]);
      if (analysis.notice) toast.info(analysis.notice);
      setReview({ analysis, similar });
      const isUnchanged = similar.length === 0 && analysis.optimized_prompt === draft.text;
      if (isUnchanged) await save(analysis, draft.text);
      else setStep('review');
    } catch (error) {
      setStep('write');
      if (signal.aborted) return;
      const hasUserMessage = error instanceof ApiError && error.status !== 0 && error.code !== 'internal';
      toast.error(hasUserMessage ? error.message : 'Failed to analyze prompt. Please try again.');
    }
  }

  async function save(
    { optimized_prompt: _optimized, notice: _notice, ...described }: Analysis,
    body: string,
  ) {
    setStep('save');
    try {
      await api.admin.prompts.$post({
        json: {
          ...described,
          prompt_body: body,
          prompt_type: draft.type,
          status: 'published',
          tier_access: 0,
          preview_image_url: draft.image,
        },
      });
      toast.success('Prompt imported successfully!');
      await client.invalidateQueries({ queryKey: ['admin', 'prompts'] });
      void client.invalidateQueries({ queryKey: ['prompts'] });
      close();
    } catch {
      toast.error('Failed to import prompt');
      setStep('review');
    }
  }

  if (review && (step === 'review' || step === 'save')) {
    const { analysis, similar } = review;
    const isChanged = analysis.optimized_prompt !== draft.text;
    return (
      <Modal title="Import New Prompt" close={close} isDirty={isDirty}>
        <ModalBody>
          <Suspense
            fallback={<div className="skeleton h-64" role="status" aria-label="Comparing the texts" />}
          >
            <ImportReview original={draft.text} analysis={analysis} similar={similar} />
          </Suspense>
        </ModalBody>
        <ModalFooter>
          <Button variant="quiet" className="mr-auto" disabled={isBusy} onClick={() => setStep('write')}>
            Back
          </Button>
          <ModalCancel />
          <Button
            variant={isChanged ? 'secondary' : 'primary'}
            disabled={isBusy}
            onClick={() => void save(analysis, draft.text)}
          >
            {isChanged ? 'Import original' : 'Import'}
          </Button>
          {isChanged && (
            <Button disabled={isBusy} onClick={() => void save(analysis, analysis.optimized_prompt)}>
              Import optimized
            </Button>
          )}
        </ModalFooter>
      </Modal>
    );
  }

  return (
    <Modal title="Import New Prompt" close={close} isDirty={isDirty}>
      <ModalBody>
        <div onPaste={(event) => void paste(event)}>
          <TextArea
            label="Prompt"
            className="max-h-96 min-h-48 font-serif"
            placeholder="Paste the prompt here. A pasted image becomes its preview."
            maxLength={limits.promptBody}
            value={draft.text}
            onChange={(event) => set({ text: event.target.value })}
          />
        </div>
        <ImageField
          label="Preview Image (optional)"
          folder="prompts"
          value={draft.image}
          saved=""
          onChange={(image) => set({ image })}
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">Type</legend>
          <div className="flex flex-wrap gap-2">
            {types.map((type) => (
              <Chip key={type} pressed={draft.type === type} onClick={() => set({ type })}>
                {type}
              </Chip>
            ))}
          </div>
        </fieldset>
        <div>
          <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
            Optimization level: {draft.level}
          </label>
          <input
            id={id}
            type="range"
            min={0}
            max={optimizationLevels.most}
            step={1}
            value={draft.level}
            aria-describedby={`${id}-about`}
            aria-valuetext={`${draft.level}: ${levels[draft.level]}`}
            className="w-full max-w-md accent-(--accent)"
            onChange={(event) => set({ level: Number(event.target.value) })}
          />
          <p id={`${id}-about`} className="mt-1 text-sm text-muted" aria-live="polite">
            {levels[draft.level]}
            {draft.level > 0 && !isPlanned && !isOtherType && '. Uses a large language model.'}
            {isOtherType && !isPlanned && `. Optimization for ${draft.type} prompts is not yet available.`}
          </p>
        </div>
      </ModalBody>
      <ModalFooter>
        <Button variant="quiet" className="mr-auto" onClick={createByHand}>
          Create by hand
        </Button>
        {step === 'analyze' ? (
          <Button variant="secondary" onClick={() => cancelling.current?.abort()}>
            Cancel
          </Button>
        ) : (
          <ModalCancel />
        )}
        <Button
          disabled={draft.text.trim() === '' || isBusy || isPlanned || isOtherType}
          onClick={() => void analyze()}
        >
          {isBusy ? 'Analyzing...' : 'Import'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
