import { z } from 'zod';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useHasApp } from '#ui/use-has-app.ts';
import * as common from '#ui/words/messages.ts';
import { typedGiftCode } from './gift-fields.ts';
import * as m from './words/messages.ts';

const fields = z.object({ code: typedGiftCode });

type Props = { code: string; error: string | undefined; submit: (code: string) => void };

/** The form for a gift code. `error` says what was wrong with `code`. */
export function GiftCodeForm({ code, error, submit }: Props) {
  const { register, handleSubmit, formState } = useSchemaForm(fields, { code });
  const hasApp = useHasApp();
  return (
    <form
      // A form with one field is sent by Enter even without a submit button. With `dialog`, the browser sends it nowhere.
      method="dialog"
      noValidate
      className="mt-5 space-y-5"
      onSubmit={handleSubmit((typed) => submit(typed.code))}
    >
      <h1 className="text-3xl">{m.redeem_a_gift()}</h1>
      <Field
        label={m.gift_code()}
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        spellCheck={false}
        className="[&_input]:uppercase"
        autoFocus={error !== undefined}
        error={formState.errors.code?.message ?? error}
        {...register('code')}
      />
      <Button type={hasApp ? 'submit' : 'button'} size="large" className="w-full" data-needs-app="form">
        {common.continue_it()}
      </Button>
    </form>
  );
}
