import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

type Props = ComponentProps<'input'> & {
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  /** One of many, so the label isn't bold. */
  isOneOfMany?: boolean;
};

/**
 * A checkbox with its hint, or its error instead, below the label. Clicking anywhere toggles it, but only the label is its accessible name.
 * Spread `form.register(name)` into it.
 */
export function Checkbox({ label, hint, error, isOneOfMany = false, className, ...rest }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <label className={classNames('flex items-start gap-3 text-sm', className)}>
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
        aria-invalid={error ? true : undefined}
        aria-labelledby={note ? `${id}-label` : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...rest}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span id={`${id}-label`} className={isOneOfMany ? undefined : 'font-semibold'}>
          {label}
        </span>
        {note && (
          <span
            id={`${id}-note`}
            className={classNames('block text-[0.8125rem]', error ? 'text-signal' : 'text-muted')}
          >
            {note}
          </span>
        )}
      </span>
    </label>
  );
}
