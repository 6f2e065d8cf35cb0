import { useLayoutEffect, useRef, useState } from 'react';
import { readDraft } from '#ui/saving/drafts.ts';
import type { Comment } from './comments.contract.ts';

export type FormOfComment = 'edit' | 'reply';

/** Which form of a comment is open in its `article`, if any. */
export function useOpenForm({ id, can }: Comment) {
  const draftKeys = { edit: `comment edit ${id}`, reply: `comment reply ${id}` };
  // What was being written is open again.
  const [form, setForm] = useState<FormOfComment | undefined>(() => {
    if (can.edit && readDraft(draftKeys.edit)) return 'edit';
    return can.reply && readDraft(draftKeys.reply) ? 'reply' : undefined;
  });
  const [isByHand, setIsByHand] = useState(false);
  const article = useRef<HTMLElement>(null);
  // The form that was closed last gives the focus back to its button, unless somebody has moved on.
  const opener = useRef<HTMLButtonElement>(null);
  const [closed, setClosed] = useState<FormOfComment>();
  useLayoutEffect(() => {
    if (form === undefined) opener.current?.focus({ preventScroll: true });
  }, [form]);
  return {
    form,
    draftKeys,
    /** Whether the form was opened here, and not by what was written before. */
    isByHand,
    article,
    /** For the button that opens `of`. */
    openerOf: (of: FormOfComment) => (closed === of ? opener : null),
    open(next: FormOfComment) {
      setIsByHand(true);
      setForm(next);
    },
    close() {
      const { activeElement, body } = document;
      const isHere = activeElement === body || article.current?.contains(activeElement);
      setClosed(isHere ? form : undefined);
      setForm(undefined);
    },
  };
}

export type OpenForm = ReturnType<typeof useOpenForm>;
