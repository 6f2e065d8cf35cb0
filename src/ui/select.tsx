import { type ComponentProps, useId } from 'react';
import { inputStyles } from './field.tsx';

type Props = ComponentProps<'select'> & {
  label: string;
  options: readonly (string | { value: string; label: string })[];
};

/** A labelled choice of one. */
export function Select({ label, options, ...rest }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <select id={id} className={inputStyles} {...rest}>
        {options
          .map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
          .map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
      </select>
    </div>
  );
}
