import { Check, Copy } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { type Copying, isDailyLimit } from './use-copy.ts';

type Props = {
  copying: Copying;
  onCopy: () => void;
  /** The id of what is to be known before copying. */
  describedBy?: string | undefined;
  buttonRef?: RefObject<HTMLButtonElement | null>;
  /** Further ways to take the text along. */
  children?: ReactNode;
};

/** The button that copies a prompt, beside how many copies are left today. */
export function CopyControl({ copying, onCopy, describedBy, buttonRef, children }: Props) {
  const profile = useProfile();
  const left = profile?.copies_left ?? null;
  const { isPending, isCopied, error } = copying;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {isDailyLimit(error) ? (
        <p role="alert" className="max-w-md text-sm text-signal">
          {error?.message}{' '}
          <Link to="/pricing" className="font-semibold underline underline-offset-4">
            {common.see_plans()}
          </Link>
        </p>
      ) : (
        left !== null && (
          <span className="text-[0.8125rem] text-muted">
            {profile?.reading_counts
              ? m.left_left_today({ left: formatNumber(left) })
              : m.copies_left_today({ copies: m.count_copy({ count: left }) })}
          </span>
        )
      )}
      <Button
        ref={buttonRef}
        className="min-w-28"
        disabled={isPending}
        aria-describedby={describedBy}
        onClick={onCopy}
      >
        {isCopied ? (
          <Check className="size-4" aria-hidden="true" />
        ) : (
          <Copy className="size-4" aria-hidden="true" />
        )}
        <span aria-live="polite">{isCopied ? common.copied() : common.copy()}</span>
      </Button>
      {children}
    </div>
  );
}
