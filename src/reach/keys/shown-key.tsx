import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { inputStyles } from '#ui/field.tsx';
import { toast } from '#ui/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** A new key, this once. */
export function ShownKey({ text, onClose }: { text: string; onClose: () => void }) {
  const id = useId();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(m.key_copied());
    } catch {
      toast.error(m.the_key_couldnt_be_copied());
    }
  }
  return (
    <section
      aria-label={m.your_new_key()}
      className="mt-6 rounded-md border border-accent bg-surface px-5 py-4"
    >
      <p id={id} role="status" className="text-sm">
        {m.copy_this_key_now()}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <input
          readOnly
          aria-label={m.your_new_key()}
          aria-describedby={id}
          className={`${inputStyles} min-w-56 flex-1 font-mono`}
          value={text}
          onFocus={({ target }) => target.select()}
        />
        <Button onClick={() => void copy()}>{common.copy()}</Button>
        <Button variant="secondary" onClick={onClose}>
          {common.done()}
        </Button>
      </div>
    </section>
  );
}
