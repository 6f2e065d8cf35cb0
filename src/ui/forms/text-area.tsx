import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { inputStyles, type Labeled, LabeledControl } from './field.tsx';

/** A labeled multiline field that grows with its text. Spread `form.register(name)` into it. */
export function TextArea({
  label,
  isLabelHidden,
  hint,
  error,
  className,
  ...rest
}: ComponentProps<'textarea'> & Labeled) {
  return (
    <LabeledControl label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          dir="auto"
          className={classNames(
            inputStyles,
            'field-sizing-content block min-h-24 py-2.5 leading-relaxed',
            error && 'border-signal',
            className,
          )}
          {...attributes}
          {...rest}
        />
      )}
    </LabeledControl>
  );
}
