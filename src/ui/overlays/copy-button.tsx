import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { copiedMilliseconds } from '#constants';
import { Button } from '../button.tsx';
import { copyText } from '../copy-text.ts';
import * as common from '../words/messages.ts';
import { toast } from './toasts.tsx';

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & {
  text: string;
  label: string;
  /** The message for browsers that block copying. */
  failure: string;
};

/** Copies a text. For a moment, it says so itself. */
export function CopyButton({ text, label, failure, ...looks }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    copyText(text).then(
      () => setIsCopied(true),
      () => toast.error(failure),
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <Button {...looks} onClick={() => void copy()}>
      <Icon className="size-4" aria-hidden="true" />
      {/* Only says that it was copied, and not "Copy" a moment later. */}
      <span aria-live={isCopied ? 'polite' : 'off'}>{isCopied ? common.copied() : label}</span>
    </Button>
  );
}
