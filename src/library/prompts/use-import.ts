import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Analysis, AnalysisRequest } from '#library/analysis/public/analysis-fields.ts';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { ApiError, api, endOfSessionOr, reasonOr } from '#platform/client/api-client.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { typedSince, useDraft } from '#ui/saving/use-draft.ts';
import { usePendingWork } from '#ui/saving/use-pending-work.ts';
import { analyzePasted, type Review } from './analyze-pasted.ts';
import type { ImportForm } from './import-form.ts';
import * as m from './words/messages.ts';

/**
 * The steps of an import: a text is analyzed, then saved as a prompt. If the analysis keeps the text as it is and finds
 * nothing similar in the library, it is saved immediately. Otherwise `review` is set, and `save` is called with the
 * chosen text.
 */
export function useImport(form: ImportForm, close: () => void) {
  const client = useQueryClient();
  const draft = useDraft(form, { key: 'prompt-import' });
  const pending = usePendingWork();
  const [review, setReview] = useState<Review>();
  const canceling = useRef<AbortController>(undefined);
  const sent = useRef(form.getValues());
  useEffect(() => () => canceling.current?.abort(), []);

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
      draft.settle();
      toast.success(m.prompt_imported_successfully());
      await invalidateItems(client, 'prompts');
      close();
    },
    onError: (error) =>
      toast.error(
        error instanceof ApiError && error.code === 'conflict'
          ? error.message
          : endOfSessionOr(error, m.failed_to_import_prompt()),
      ),
  });
  const analyzing = useMutation({
    mutationFn(request: AnalysisRequest) {
      canceling.current = new AbortController();
      return analyzePasted(request, canceling.current.signal);
    },
    onSuccess(found) {
      // The text has changed since the analysis. The picture doesn't count.
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
  const send = form.handleSubmit(
    ({ preview_image_url: _image, ...request }) => {
      sent.current = form.getValues();
      analyzing.mutate(request);
    },
    ({ prompt: wrong }) => wrong?.message && toast.warning(wrong.message),
  );

  return {
    draft,
    /** A picture that is still uploading belongs to the import, which waits for it. */
    track: pending.track,
    isAnalyzing: analyzing.isPending,
    isBusy: analyzing.isPending || saving.isPending || isWaiting,
    async analyze(event: FormEvent) {
      event.preventDefault();
      setIsWaiting(true);
      const isReady = await pending.settled();
      setIsWaiting(false);
      if (isReady) await send();
    },
    cancel: () => canceling.current?.abort(),
    review,
    backToText: () => setReview(undefined),
    save: saving.mutate,
  };
}
