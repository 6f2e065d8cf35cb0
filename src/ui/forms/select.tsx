import type { ComponentProps } from 'react';
import { inputStyles, type Labeled, LabeledControl } from './field.tsx';

type Props = ComponentProps<'select'> &
  Labeled & { options: readonly (string | { value: string; label: string })[] };

/** A labeled drop-down. Spread `form.register(name)` into it. */
export function Select({ label, isLabelHidden, hint, error, options, ...rest }: Props) {
  return (
    <LabeledControl label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(attributes) => (
        <select className={inputStyles} {...attributes} {...rest}>
          {options
            .map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
            .map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
        </select>
      )}
    </LabeledControl>
  );
}
