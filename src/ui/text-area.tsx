import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import { inputStyles } from './field.tsx';

type Props = ComponentProps<'textarea'> & { label: string; isLabelHidden?: boolean; hint?: string };

/** A labelled text of several lines that grows with what is in it. */
export function TextArea({ label, isLabelHidden = false, hint, className, ...rest }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold'}>
        {label}
      </label>
      <textarea
        id={id}
        className={classNames(
          inputStyles,
          'field-sizing-content block min-h-24 py-2.5 leading-relaxed',
          className,
        )}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
