import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { copiedMilliseconds } from '#constants';
import { useSession } from '#features/auth/session.tsx';
import { ApiError, api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toasts.tsx';

/** A body longer than this starts folded, so that a very long one does not hold up the page. */
const foldedLength = 6_000;

/** The prompt itself, set as the text it is, with the button it is all about. */
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
          slug={slug}
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
            Show all {body.length.toLocaleString('en-US')} characters
          </Button>
        </div>
      )}
    </section>
  );
}

function CopyControl({ slug, selectText }: { slug: string; selectText: () => void }) {
  const { profile, reloadProfile } = useSession();
  const [state, setState] = useState<'ready' | 'busy' | 'copied' | 'limit'>('ready');
  const [limitMessage, setLimitMessage] = useState('');
  const left = profile?.copies_left ?? null;

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('ready'), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    setState('busy');
    try {
      const { prompt_body } = await (await api.prompts[':slug'].copies.$post({ param: { slug } })).json();
      await writeToClipboard(prompt_body, selectText);
      setState('copied');
    } catch (error) {
      setState('ready');
      if (error instanceof ApiError && error.code === 'daily_copy_limit_reached') {
        setLimitMessage(error.message);
        setState('limit');
      } else {
        toast.error(error instanceof Error ? error.message : 'The prompt could not be copied.');
      }
    }
    await reloadProfile();
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {state === 'limit' ? (
        <p role="alert" className="max-w-md text-sm text-signal">
          {limitMessage}{' '}
          <Link to="/pricing" className="font-semibold underline underline-offset-4">
            See plans
          </Link>
        </p>
      ) : (
        left !== null && (
          <span className="text-[0.8125rem] text-muted">
            {left} {left === 1 ? 'copy' : 'copies'} left today
          </span>
        )
      )}
      <Button className="min-w-28" disabled={state === 'busy'} onClick={() => void copy()}>
        {state === 'copied' ? (
          <Check className="size-4" aria-hidden="true" />
        ) : (
          <Copy className="size-4" aria-hidden="true" />
        )}
        <span aria-live="polite">{state === 'copied' ? 'Copied!' : 'Copy'}</span>
      </Button>
    </div>
  );
}

/** Where the browser forbids the clipboard, the text is selected instead, so that a key press copies it. */
async function writeToClipboard(text: string, selectText: () => void) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    selectText();
    throw new Error('Your browser does not allow copying. The text is selected: press Ctrl+C or ⌘C.');
  }
}
