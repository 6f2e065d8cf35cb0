import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

/** At least 16 pixels on touch screens: iPhones zoom in on a field with smaller text, and don't zoom back out. */
export const fieldText = 'text-base sm:pointer-fine:text-sm';
export const inputStyles = `w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 text-ink placeholder:text-muted ${fieldText}`;

/** The props that all labeled controls share. */
export type Labeled = {
  label: string;
  isLabelHidden?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
};

type FrameProps = Labeled & {
  className?: string | undefined;
  aside?: ReactNode;
  /** Renders the control, with the attributes that link it to its label, hint and error. */
  children: (attributes: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
};

/** A control with its label and its hint, or its error instead, linked for screen readers. */
export function LabeledControl({
  label,
  isLabelHidden = false,
  hint,
  error,
  aside,
  className,
  children,
}: FrameProps) {
  const id = useId();
  const note = error ?? hint;
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
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <p
          id={`${id}-note`}
          className={classNames('mt-1.5 text-[0.8125rem]', error ? 'text-signal' : 'text-muted')}
        >
          {note}
        </p>
      )}
    </div>
  );
}

type FieldProps = ComponentProps<'input'> & Labeled & { aside?: ReactNode };

/** A labeled input. Spread `form.register(name)` into it. */
export function Field({ label, isLabelHidden, hint, error, aside, className, ...rest }: FieldProps) {
  return (
    <LabeledControl
      label={label}
      isLabelHidden={isLabelHidden}
      hint={hint}
      error={error}
      aside={aside}
      className={className}
    >
      {(attributes) => (
        <input
          dir="auto"
          className={classNames(inputStyles, error && 'border-signal')}
          {...attributes}
          {...rest}
        />
      )}
    </LabeledControl>
  );
}
