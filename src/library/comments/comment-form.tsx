import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { focusOn } from '#ui/keep-row-focus.ts';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useDraft } from '#ui/saving/use-draft.ts';
import * as common from '#ui/words/messages.ts';
import { commentFields } from './comment-fields.ts';

const fields = z.object(commentFields);

type Props = {
  /** The key under which the draft is kept until it is sent. */
  draftKey: string;
  label: string;
  initial?: string;
  /** Whether `initial` is the saved text of the comment, which its author may also change elsewhere. */
  isEdit?: boolean;
  submitLabel: string;
  busyLabel: string;
  /** Whether another action on the comments is under way. */
  isBlocked: boolean;
  isFocused?: boolean;
  /** Resolves to whether the server accepted it. If not, the text stays and is sent again with the same id. */
  onSubmit: (body: string, id: string) => Promise<boolean>;
  /** Called once the server has accepted everything that was typed. */
  onDone?: () => void;
  onCancel?: () => void;
};

/** Writes or edits a comment. Unsent text stays in the box, and is restored after signing in again. */
export function CommentForm(props: Props) {
  const { initial = '', isEdit = false } = props;
  const form = useSchemaForm(fields, { body: initial });
  const { register, handleSubmit, reset, watch, getValues, formState } = form;
  const draft = useDraft(form, { key: props.draftKey, isUnversioned: isEdit });
  const { errors, isSubmitting } = formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly loaded text is taken over, and only while nothing has been typed.
  useEffect(() => {
    if (!isEdit || getValues('body') !== draft.kept.base.body) return;
    reset({ body: initial });
    draft.rebase({ body: initial });
  }, [initial]);
  const isBlank = watch('body').trim() === '';

  const place = useRef<HTMLFormElement>(null);
  const isByKey = useRef(false);
  const submit = handleSubmit(async ({ body }) => {
    const sent = getValues('body');
    if (!(await props.onSubmit(body, draft.sendAs()))) return;
    if (isEdit) draft.rebase({ body });
    draft.renew();
    // Keep text typed during the request.
    if (getValues('body') !== sent) return;
    reset({ body: '' });
    draft.forget();
    props.onDone?.();
    if (!props.onDone && document.activeElement === document.body)
      focusOn(isByKey.current ? (place.current?.querySelector('textarea') ?? null) : place.current);
  });

  function cancel() {
    draft.forget();
    props.onCancel?.();
  }

  return (
    <form
      ref={place}
      method="post"
      onSubmit={(event) => {
        // Focusing the field after a tap would open a phone's keyboard again.
        isByKey.current = document.activeElement?.matches(':focus-visible') ?? false;
        return submit(event);
      }}
      className="space-y-3 outline-none"
      noValidate
    >
      {isEdit && <DraftNotice draft={draft} isOwn />}
      <TextArea
        label={props.label}
        isLabelHidden
        placeholder={props.label}
        autoFocus={props.isFocused}
        onKeyDown={({ key, nativeEvent }) => {
          // Escape only closes an unchanged form; discarding text takes Cancel.
          const isUnchanged = getValues('body') === initial;
          if (key === 'Escape' && !nativeEvent.isComposing && isUnchanged && props.onCancel) cancel();
        }}
        error={isBlank ? undefined : errors.body?.message}
        {...register('body')}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" disabled={isBlank || isSubmitting || props.isBlocked}>
          {isSubmitting ? props.busyLabel : props.submitLabel}
        </Button>
        {props.onCancel && (
          <Button size="small" variant="quiet" onClick={cancel}>
            {common.cancel()}
          </Button>
        )}
      </div>
    </form>
  );
}
