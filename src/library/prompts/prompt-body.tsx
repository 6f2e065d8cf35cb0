import { useId, useRef, useState } from 'react';
import { CopyControl } from '#library/catalog/public/copy-control.tsx';
import { api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';

/** A body longer than this starts folded, so that a very long one does not slow down the page. */
const foldedLength = 6_000;

/** The text of a prompt, with the button to copy it. */
export function PromptBody({ slug, body }: { slug: string; body: string }) {
  const [isWhole, setIsWhole] = useState(body.length <= foldedLength);
  const text = useRef<HTMLPreElement>(null);
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8 rounded-md border border-line bg-surface">
      <div className="sticky top-16 z-10 flex min-h-16 flex-wrap items-center justify-between gap-3 rounded-t-md border-b border-line bg-surface px-5 py-3">
        <h2 id={id} className="text-xl">
          Prompt
        </h2>
        <CopyControl
          copy={async () => (await api.prompts[':slug'].copies.$post({ param: { slug } })).json()}
          selectText={() => text.current && getSelection()?.selectAllChildren(text.current)}
        />
      </div>
      <pre
        ref={text}
        className="px-5 py-6 font-serif text-[1.0625rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {isWhole ? body : `${body.slice(0, foldedLength)}…`}
      </pre>
      {!isWhole && (
        <div className="border-t border-line px-5 py-4">
          <Button variant="secondary" onClick={() => setIsWhole(true)}>
            Show all {formatNumber(body.length)} characters
          </Button>
        </div>
      )}
    </section>
  );
}
