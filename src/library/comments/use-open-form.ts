import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { adoptDraft, readDraft } from '#ui/saving/drafts.ts';
import { draftKeysOf } from './comment-drafts.ts';
import type { Comment } from './comments.contract.ts';
import type { TellForm } from './use-kept-places.ts';

export type FormOfComment = 'edit' | 'reply';

/** Which form of a comment is open inside its `article`, if any. */
export function useOpenForm({ id, can, body: text }: Comment, itemId: string, tellForm: TellForm) {
  const draftKeys = draftKeysOf(itemId, id);
  // Reopen the form of an unsent draft.
  const [form, setForm] = useState<FormOfComment | undefined>(() => {
    for (const of of ['edit', 'reply'] as const) adoptDraft(`comment ${of} ${id}`, draftKeys[of]);
    const isGone = text === null;
    if ((can.edit || isGone) && readDraft(draftKeys.edit)) return 'edit';
    return (can.reply || isGone) && readDraft(draftKeys.reply) ? 'reply' : undefined;
  });
  useEffect(() => tellForm(id, form !== undefined), [tellForm, id, form]);
  const [isByHand, setIsByHand] = useState(false);
  const article = useRef<HTMLElement>(null);
  // The last closed form returns the focus to its button, unless the focus has moved elsewhere.
  const opener = useRef<HTMLButtonElement>(null);
  const [closed, setClosed] = useState<FormOfComment>();
  useLayoutEffect(() => {
    if (form === undefined) opener.current?.focus({ preventScroll: true });
  }, [form]);
  return {
    form,
    draftKeys,
    /** Whether the user opened the form, as opposed to a draft. */
    isByHand,
    article,
    /** The ref for the button that opens `of`. */
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
