import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { copiedMilliseconds } from '#constants';
import { useSession } from '#people/session/public/session.tsx';
import { ApiError } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toasts.tsx';

type Props = {
  /** Records the copy and answers the text. */
  copy: () => Promise<{ prompt_body: string }>;
  /** Selects the text on the page, for where the clipboard is out of reach. */
  selectText: () => void;
};

/** Copies a prompt and says what is left of the day's copies. */
export function CopyControl({ copy, selectText }: Props) {
  const { profile, reloadProfile } = useSession();
  const [state, setState] = useState<'ready' | 'busy' | 'copied' | 'limit'>('ready');
  const [limitMessage, setLimitMessage] = useState('');
  const left = profile?.copies_left ?? null;

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('ready'), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);

  async function copyNow() {
    setState('busy');
    try {
      const { prompt_body } = await copy();
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
      <Button className="min-w-28" disabled={state === 'busy'} onClick={() => void copyNow()}>
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
