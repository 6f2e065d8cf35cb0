import { useRef } from 'react';
import { z } from 'zod';
import { Button } from '#ui/button.tsx';
import { newId } from '#ui/new-id.ts';
import { TextArea } from '#ui/text-area.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { commentFields } from './comment-fields.ts';

const fields = z.object(commentFields);

type Props = {
  label: string;
  initial?: string;
  submitLabel: string;
  busyLabel: string;
  /** Whether another action on the comments is under way. */
  isBlocked: boolean;
  isFocused?: boolean;
  /** Resolves to whether the server took it; if not, the text stays and is sent again with the same id. */
  onSubmit: (body: string, id: string) => Promise<boolean>;
  /** The server took all that was typed. */
  onDone?: () => void;
  onCancel?: () => void;
};

/** Writes or edits a comment. What could not be sent stays in the box. */
export function CommentForm(props: Props) {
  const { register, handleSubmit, reset, watch, getValues, formState } = useSchemaForm(fields, {
    body: props.initial ?? '',
  });
  const { errors, isSubmitting } = formState;
  const id = useRef(newId());
  const isBlank = watch('body').trim() === '';

  const submit = handleSubmit(async ({ body }) => {
    const sent = getValues('body');
    if (!(await props.onSubmit(body, id.current))) return;
    id.current = newId();
    // What was typed meanwhile stays, with the text that it belongs to.
    if (getValues('body') !== sent) return;
    reset({ body: '' });
    props.onDone?.();
  });

  return (
    <form method="post" onSubmit={submit} className="space-y-3" noValidate>
      <TextArea
        label={props.label}
        isLabelHidden
        placeholder={props.label}
        autoFocus={props.isFocused}
        onKeyDown={(event) => event.key === 'Escape' && props.onCancel?.()}
        error={isBlank ? undefined : errors.body?.message}
        {...register('body')}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" disabled={isBlank || isSubmitting || props.isBlocked}>
          {isSubmitting ? props.busyLabel : props.submitLabel}
        </Button>
        {props.onCancel && (
          <Button size="small" variant="quiet" onClick={props.onCancel}>
            {common.cancel()}
          </Button>
        )}
      </div>
    </form>
  );
}
