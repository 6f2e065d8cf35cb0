import { type ComponentProps, useState } from 'react';
import { Field } from '#ui/forms/field.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

type SecretProps = ComponentProps<typeof Field> & {
  state: { is_set: boolean };
  isTyped: boolean;
};

/** A secret can be shown while it is typed; once saved, the field only says that it is set. */
export function SecretField({ state, isTyped, ...rest }: SecretProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      hint={state.is_set ? m.a_value_is_set_leave_blank() : m.not_set()}
      aside={
        isTyped && (
          <button
            type="button"
            className="min-h-6 text-[0.8125rem] text-muted hover:text-ink"
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? common.hide() : common.show()}
          </button>
        )
      }
    />
  );
}
