import { useId } from 'react';
import { z } from 'zod';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { inputStyles } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { typedCode } from './public/typed-code.ts';
import type { OfferState } from './public/use-offer.ts';
import * as m from './words/messages.ts';

const fields = z.object({ code: typedCode });

type Props = { offer: OfferState; isOpened: boolean; className: string | undefined };

/** The form for a code. `isOpened`: the member has just pressed the button for it. */
export default function CodeForm({ offer, isOpened, className }: Props) {
  const { register, handleSubmit, formState } = useSchemaForm(fields, { code: offer.code });
  const id = useId();
  const error = formState.errors.code?.message ?? (offer.status === 'refused' ? offer.message : undefined);
  return (
    <form
      method="post"
      noValidate
      className={classNames('mx-auto w-full max-w-sm text-left', className)}
      onSubmit={handleSubmit(({ code }) => offer.apply(code))}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {common.code()}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          className={classNames(inputStyles, 'uppercase', error && 'border-signal')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: it appears when its button is pressed.
          autoFocus={isOpened}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-note`}
          {...register('code')}
        />
        <Button type="submit" variant="secondary" disabled={offer.status === 'loading'}>
          {offer.status === 'loading' ? m.checking() : m.apply()}
        </Button>
      </div>
      <p id={`${id}-note`} role="alert" className="mt-1.5 min-h-5 text-[0.8125rem] text-signal">
        {error}
      </p>
    </form>
  );
}
