import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { inputStyles } from '#ui/forms/field.tsx';
import { focusOn, headingAbove } from '#ui/keep-row-focus.ts';
import { copyWithToast } from '#ui/overlays/copy-with-toast.ts';
import * as common from '#ui/words/messages.ts';

type Props = {
  label: string;
  about: string;
  text: string;
  /** The messages for when it is copied, and when copying fails. */
  copied: string;
  failure: string;
  onClose: () => void;
};

/** A new key or secret, which is shown only once. */
export function ShownSecret({ label, about, text, copied, failure, onClose }: Props) {
  const id = useId();
  return (
    <section aria-label={label} className="mt-6 rounded-md border border-accent bg-surface px-5 py-4">
      <p id={id} role="status" className="text-sm">
        {about}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <input
          readOnly
          aria-label={label}
          aria-describedby={id}
          className={`${inputStyles} min-w-[min(14rem,100%)] flex-1 font-mono`}
          value={text}
          onFocus={({ target }) => target.select()}
        />
        <Button onClick={() => void copyWithToast(text, copied, failure)}>{common.copy()}</Button>
        <Button
          variant="secondary"
          onClick={({ currentTarget }) => {
            focusOn(headingAbove(currentTarget));
            onClose();
          }}
        >
          {common.done()}
        </Button>
      </div>
    </section>
  );
}
