import { useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/overlays/modal.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import * as common from '#ui/words/messages.ts';
import type { Review } from './analyze-pasted.ts';
import { ImportFields } from './import-fields.tsx';
import { emptyImport, type ImportForm, importForm, keepForEditor, obstacleTo } from './import-form.ts';
import { useImport } from './use-import.ts';
import * as m from './words/messages.ts';

const ImportReview = lazyPart<Review>(
  () => import('./import-review.tsx').then((module) => ({ default: module.ImportReview })),
  { pending: () => <div className="skeleton h-64" role="status" aria-label={m.comparing_versions()} /> },
);

type Props = { close: () => void; createManually: () => void };

/** Analyzes pasted text, then imports it as a free, published prompt. */
export function ImportDialog({ close, createManually }: Props) {
  const form = useSchemaForm(importForm, emptyImport);
  const steps = useImport(form, close);
  const { draft, review } = steps;
  const { isDirty } = form.formState;
  // One dialog for both steps: a second one would open again and focus its first field.
  return (
    <Modal
      title={m.import_new_prompt()}
      close={close}
      isDirty={isDirty}
      discard={draft.forget}
      {...(!review && { onSubmit: steps.analyze })}
    >
      <ModalBody>
        {review ? (
          <ImportReview {...review} />
        ) : (
          <>
            <DraftNotice draft={draft} />
            <ImportFields form={form} track={steps.track} />
          </>
        )}
      </ModalBody>
      <ModalFooter>
        {review ? (
          <ReviewButtons review={review} steps={steps} />
        ) : (
          <TextButtons
            form={form}
            steps={steps}
            createManually={() => {
              if (isDirty && keepForEditor(form.getValues())) draft.forget();
              createManually();
            }}
          />
        )}
      </ModalFooter>
    </Modal>
  );
}

type Steps = ReturnType<typeof useImport>;

function TextButtons({
  form: { control },
  steps: { isAnalyzing, isBusy, cancel },
  createManually,
}: {
  form: ImportForm;
  steps: Steps;
  createManually: () => void;
}) {
  const [prompt, type, level] = useWatch({ control, name: ['prompt', 'promptType', 'optimizationLevel'] });
  return (
    <>
      <Button variant="quiet" className="mr-auto max-sm:px-1" onClick={createManually}>
        {m.create_manually()}
      </Button>
      {isAnalyzing ? (
        <Button variant="secondary" onClick={cancel}>
          {common.cancel()}
        </Button>
      ) : (
        <ModalCancel />
      )}
      <Button
        type="submit"
        disabled={prompt.trim() === '' || isBusy || obstacleTo(level, type) !== undefined}
      >
        {isBusy ? m.analyzing() : m.import_it()}
      </Button>
    </>
  );
}

function ReviewButtons({
  review: { original, analysis },
  steps: { isBusy, backToText, save },
}: {
  review: Review;
  steps: Steps;
}) {
  const isChanged = analysis.optimized_prompt !== original;
  return (
    <>
      <Button variant="quiet" className="mr-auto" disabled={isBusy} onClick={backToText}>
        {m.back()}
      </Button>
      <ModalCancel />
      <Button
        variant={isChanged ? 'secondary' : 'primary'}
        disabled={isBusy}
        onClick={() => save({ analysis, body: original })}
      >
        {isChanged ? m.import_original() : m.import_it()}
      </Button>
      {isChanged && (
        <Button disabled={isBusy} onClick={() => save({ analysis, body: analysis.optimized_prompt })}>
          {m.import_optimized()}
        </Button>
      )}
    </>
  );
}
