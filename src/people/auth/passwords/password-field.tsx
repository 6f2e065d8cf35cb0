import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from '#ui/forms/field.tsx';
import * as common from '#ui/words/messages.ts';
import { PasswordStrength } from '../password-strength.tsx';
import * as m from '../words/messages.ts';

/** A password field with a button to show the text. */
export function PasswordField({
  strengthOf,
  ...props
}: Omit<ComponentProps<typeof Field>, 'type' | 'aside'> & {
  /** The current input of a new password, to rate its strength. */
  strengthOf?: string;
}) {
  const [isShown, setIsShown] = useState(false);
  const [isTouched, setIsTouched] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const field = (
    <Field
      {...props}
      onFocus={() => setIsTouched(true)}
      type={isShown ? 'text' : 'password'}
      aside={
        <button
          type="button"
          className="-mb-1 inline-flex min-h-6 items-baseline gap-1.5 text-[0.8125rem] text-muted hover:text-ink"
          // Not its label: "Password" names the field alone.
          title={isShown ? m.hide_password() : m.show_password()}
          data-needs-app
          onClick={() => setIsShown(!isShown)}
        >
          <Icon className="size-3.5 self-center" aria-hidden="true" />
          {isShown ? common.hide() : common.show()}
        </button>
      }
    />
  );
  if (strengthOf === undefined) return field;
  return (
    <div>
      {field}
      <PasswordStrength password={strengthOf} isWanted={isTouched} />
    </div>
  );
}
