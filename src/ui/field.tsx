import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export const inputStyles =
  'w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-muted sm:text-sm';

type FieldProps = ComponentProps<'input'> & {
  label: string;
  hint?: string;
  error?: string | undefined;
  aside?: ReactNode;
};

/** A labelled input with its hint and its error, tied together for screen readers. */
export function Field({ label, hint, error, aside, className, ...rest }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      <input
        id={id}
        className={classNames(inputStyles, error && 'border-signal')}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-[0.8125rem] text-signal">
          {error}
        </p>
      )}
    </div>
  );
}
