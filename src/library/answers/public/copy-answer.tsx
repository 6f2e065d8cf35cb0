import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copiedMilliseconds } from '#constants';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

type Props = { text: string; label?: string; size?: 'small' };

/** Copies an answer as the model wrote it, in Markdown. */
export function CopyAnswer({ text, label = m.copy_answer(), size }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    copyText(text).then(
      () => setIsCopied(true),
      () => toast.error(common.your_browser_blocked_copying()),
    );
  return (
    <Button variant="secondary" size={size} onClick={() => void copy()}>
      {isCopied ? (
        <Check className="size-4" aria-hidden="true" />
      ) : (
        <Copy className="size-4" aria-hidden="true" />
      )}
      <span aria-live="polite">{isCopied ? m.copied() : label}</span>
    </Button>
  );
}
