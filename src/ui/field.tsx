import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export const inputStyles =
  'w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-muted sm:text-sm';

/** What every labelled control has in common. */
export type Labelled = {
  label: string;
  isLabelHidden?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
};

type FrameProps = Labelled & {
  className?: string | undefined;
  aside?: ReactNode;
  /** The control itself, with the attributes that tie it to its label, hint and error. */
  children: (attributes: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
};

/** A control with its label, its hint and its error, tied together for screen readers. */
export function LabelledControl({
  label,
  isLabelHidden = false,
  hint,
  error,
  aside,
  className,
  children,
}: FrameProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <div className={isLabelHidden ? 'sr-only' : 'mb-1.5 flex items-baseline justify-between gap-4'}>
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
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

type FieldProps = ComponentProps<'input'> & Labelled & { aside?: ReactNode };

/** A labelled input. Spread `form.register(name)` into it. */
export function Field({ label, isLabelHidden, hint, error, aside, className, ...rest }: FieldProps) {
  return (
    <LabelledControl
      label={label}
      isLabelHidden={isLabelHidden}
      hint={hint}
      error={error}
      aside={aside}
      className={className}
    >
      {(attributes) => (
        <input className={classNames(inputStyles, error && 'border-signal')} {...attributes} {...rest} />
      )}
    </LabelledControl>
  );
}
