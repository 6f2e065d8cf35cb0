import { Check, Copy } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { type Copying, isDailyLimit } from './use-copy.ts';

type ButtonProps = {
  copying: Copying;
  onCopy: () => void;
  /** The id of a note to read before copying. */
  describedBy?: string | undefined;
  buttonRef?: RefObject<HTMLButtonElement | null>;
};
type Props = ButtonProps & {
  /** Other ways to take the text. */
  children?: ReactNode;
};

/** The copy button, with the number of copies left today beside it, or below it in narrow windows. */
export function CopyControl({ children, ...button }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {isDailyLimit(button.copying.error) ? (
        <LimitAlert message={button.copying.error?.message} />
      ) : (
        <CopiesLeft className="max-md:order-last max-md:w-full" />
      )}
      <CopyButton {...button} />
      {children}
    </div>
  );
}

/** The same in a single full-width row, without the number of copies left, which is shown elsewhere. */
export function CopyRow({ children, ...button }: Props) {
  return (
    <>
      {isDailyLimit(button.copying.error) && <LimitAlert message={button.copying.error?.message} />}
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton {...button} className="flex-1" />
        {children}
      </div>
    </>
  );
}

/** "3 copies left today", for plans that count them. */
export function CopiesLeft({ className }: { className?: string }) {
  const profile = useProfile();
  const left = profile?.copies_left ?? null;
  if (left === null) return null;
  return (
    <span className={classNames('text-[0.8125rem] text-muted print:hidden', className)}>
      {profile?.reading_counts
        ? m.left_left_today({ left: formatNumber(left) })
        : m.copies_left_today({ copies: m.count_copy({ count: left }) })}
    </span>
  );
}

const LimitAlert = ({ message }: { message: string | undefined }) => (
  <p role="alert" className="max-w-md text-sm text-signal max-md:mb-2">
    {message}{' '}
    <Link to="/pricing" className="font-semibold underline underline-offset-4">
      {common.see_plans()}
    </Link>
  </p>
);

export function CopyButton({
  copying: { isPending, isCopied },
  onCopy,
  describedBy,
  buttonRef,
  className = 'min-[18rem]:min-w-28',
}: ButtonProps & { className?: string }) {
  return (
    <Button
      ref={buttonRef}
      className={className}
      disabled={isPending}
      aria-describedby={describedBy}
      onClick={onCopy}
    >
      {isCopied ? (
        <Check className="size-4" aria-hidden="true" />
      ) : (
        <Copy className="size-4" aria-hidden="true" />
      )}
      {/* Only says that it was copied, and not "Copy" a moment later. */}
      <span aria-live={isCopied ? 'polite' : 'off'}>{isCopied ? common.copied() : common.copy()}</span>
    </Button>
  );
}
