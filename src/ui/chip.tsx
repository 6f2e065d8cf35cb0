import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export const chipStyles = (selected: boolean) =>
  classNames(
    'inline-flex min-h-8 items-center gap-1.5 rounded-[1rem] border px-3 text-[0.8125rem] font-medium transition-colors',
    selected ? 'border-accent bg-accent text-on-accent' : 'border-line-strong text-ink hover:border-ink',
  );

/** A toggle button. */
export function Chip({ pressed, className, ...rest }: ComponentProps<'button'> & { pressed: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      // A long label wraps.
      className={classNames(
        chipStyles(pressed),
        'max-w-full shrink-0 py-1 text-left [overflow-wrap:anywhere]',
        className,
      )}
      {...rest}
    />
  );
}
