import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import { copiedMilliseconds } from '#constants';
import { splitAtBlanks, valuesOf } from '#library/blanks/public/blanks.ts';
import { FillForm, fieldId } from '#library/blanks/public/fill-form.tsx';
import type { FillStore } from '#library/blanks/public/fill-store.ts';
import { FilledText } from '#library/blanks/public/filled-text.tsx';
import { fillBlanks } from '#library/blanks/public/parse.ts';
import { useRememberedValues } from '#library/blanks/public/values-query.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/toasts.tsx';
import type { MyVersion } from './my-versions.contract.ts';
import * as m from './words/messages.ts';

type Props = { mine: MyVersion; store: FillStore };

/** The text with its values. Copying one's own text counts against nothing. */
export function UseMyVersion({ mine: { text, blanks }, store }: Props) {
  const formId = useId();
  const remembered = useRememberedValues();
  const [isCopied, setIsCopied] = useState(false);
  const pieces = useMemo(() => splitAtBlanks(text, blanks), [text, blanks]);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await copyText(fillBlanks(pieces, valuesOf(blanks, store.values())));
      setIsCopied(true);
    } catch {
      toast.error(m.copying_blocked());
    }
  }
  return (
    <div className={blanks.length > 0 ? 'gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]' : ''}>
      <section aria-label={m.text()} className="min-w-0 rounded-md border border-line bg-surface">
        <div className="sticky top-16 z-10 flex justify-end rounded-t-md border-b border-line bg-surface px-5 py-3">
          <Button className="min-w-28" onClick={() => void copy()}>
            {isCopied ? (
              <Check className="size-4" aria-hidden="true" />
            ) : (
              <Copy className="size-4" aria-hidden="true" />
            )}
            <span aria-live="polite">{isCopied ? m.copied() : m.copy()}</span>
          </Button>
        </div>
        <FilledText
          pieces={pieces}
          blanks={blanks}
          store={store}
          choose={(key) => document.getElementById(fieldId(formId, key))?.focus()}
        />
      </section>
      {blanks.length > 0 && (
        <aside
          aria-label={m.values()}
          className="mt-5 h-fit rounded-md border border-line bg-surface p-5 lg:mt-0"
        >
          <FillForm
            blanks={blanks}
            store={store}
            remembered={remembered}
            idPrefix={formId}
            finish={() => void copy()}
          />
        </aside>
      )}
    </div>
  );
}
