import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, useId, useState } from 'react';
import { limits, optimizationLevels, type promptTypes } from '#constants';
import { useDraft } from '#features/catalogue/use-draft.ts';
import { ImageField, uploadImage } from '#features/media/image-field.tsx';
import { ApiError, analyzePrompt, api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/modal.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';

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

/** Pasted text becomes a prompt: what it is about is worked out, then it is published and free. */
export function ImportDialog({ close, createByHand }: { close: () => void; createByHand: () => void }) {
  const client = useQueryClient();
  const { draft, set, isDirty } = useDraft({ text: '', type: 'Text' as PromptType, level: 0, image: '' });
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();
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

  async function run() {
    if (draft.text.trim() === '') return toast.warning('Please enter a prompt');
    setIsBusy(true);
    let analysis: Awaited<ReturnType<typeof analyzePrompt>>;
    try {
      analysis = await analyzePrompt({
        prompt: draft.text,
        promptType: draft.type,
        optimizationLevel: draft.level,
      });
    } catch (error) {
      const isTold = error instanceof ApiError && error.status !== 0 && error.code !== 'internal';
      toast.error(isTold ? error.message : 'Failed to analyze prompt. Please try again.');
      return setIsBusy(false);
    }
    try {
      const { optimized_prompt, ...described } = analysis;
      await api.admin.prompts.$post({
        json: {
          ...described,
          prompt_body: optimized_prompt || draft.text,
          prompt_type: draft.type,
          status: 'published',
          tier_access: 0,
          preview_image_url: draft.image,
        },
      });
      toast.success('Prompt imported successfully!');
      await client.invalidateQueries({ queryKey: ['admin', 'prompts'] });
      void client.invalidateQueries({ queryKey: ['prompts'] });
      return close();
    } catch {
      toast.error('Failed to import prompt');
    }
    setIsBusy(false);
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
        <ModalCancel />
        <Button
          disabled={draft.text.trim() === '' || isBusy || isPlanned || isOtherType}
          onClick={() => void run()}
        >
          {isBusy ? 'Analyzing...' : 'Import'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
