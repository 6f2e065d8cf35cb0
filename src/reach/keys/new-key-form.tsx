import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod';
import { keyDays, limits, type Scope, scopes } from '#constants';
import { useProfile } from '#people/session/public/use-profile.ts';
import { api } from '#platform/client/api-client.ts';
import { line } from '#platform/contract/contract-fields.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { useRecordId } from '#ui/saving/use-record-id.ts';
import { scopeLabel } from './public/scope-label.ts';
import * as m from './words/messages.ts';

const schema = z.object({
  name: line(limits.apiKeyName).min(1, { error: () => m.enter_a_name() }),
  scopes: z.array(z.enum(scopes)).min(1, { error: () => m.choose_at_least_one() }),
  days: z.enum(['30', '90', '365', 'never']),
});
const initial: z.input<typeof schema> = { name: '', scopes: ['library:read', 'library:copy'], days: '90' };

/** Asks for the name, scopes and lifetime of a new key. */
export function NewKeyForm({ onCreated }: { onCreated: (made: { key: string }) => Promise<void> }) {
  const profile = useProfile();
  const note = useId();
  const form = useSchemaForm(schema, initial);
  const [id, renewId] = useRecordId();
  const { errors, isDirty } = form.formState;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async ({ days, ...rest }: z.output<typeof schema>) => {
      const end = keyDays.find((offered) => String(offered) === days);
      return (await api.keys.$post({ json: { ...rest, id, ...(end ? { days: end } : {}) } })).json();
    },
    onMutate: () => form.getValues('name'),
    async onSuccess(made, _values, sent) {
      renewId();
      // Keeps a name that was typed while the key was being created.
      if (form.getValues('name') === sent) form.reset();
      await onCreated(made);
    },
    onError: toastError,
  });
  const offered = scopes.filter((scope) => scope !== 'catalog:write' || profile?.can.edit_catalog);
  return (
    <form
      noValidate
      method="post"
      className="mt-7 space-y-5 rounded-md border border-line bg-surface p-5"
      onSubmit={(event) => {
        // On a second press the empty name isn't an error: the first press has just used it.
        if (isSuccess && !isDirty) {
          event.preventDefault();
          return form.setFocus('name');
        }
        void form.handleSubmit((values) => mutate(values))(event);
      }}
    >
      <div className="grid gap-5 sm:grid-cols-[1fr_11rem]">
        <Field
          label={m.name()}
          placeholder={m.my_editor()}
          maxLength={limits.apiKeyName}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Select
          label={m.expires()}
          options={[
            ...keyDays.map((days) => ({ value: String(days), label: m.after_days({ count: days }) })),
            { value: 'never', label: m.never() },
          ]}
          {...form.register('days')}
        />
      </div>
      <fieldset aria-describedby={errors.scopes && note}>
        <legend className="mb-1.5 text-sm font-semibold">{m.it_may()}</legend>
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {offered.map((scope: Scope) => (
            <li key={scope}>
              <Checkbox
                className="py-2"
                label={
                  <>
                    {scopeLabel(scope)} <code className="font-mono text-xs text-muted">{scope}</code>
                  </>
                }
                value={scope}
                isOneOfMany
                {...form.register('scopes')}
              />
            </li>
          ))}
        </ul>
        {errors.scopes && (
          <p id={note} className="mt-1.5 text-[0.8125rem] text-signal">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <Button type="submit" disabled={isPending}>
        {isPending ? m.creating() : m.create_key()}
      </Button>
    </form>
  );
}
