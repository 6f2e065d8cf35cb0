import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { limits } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { useRecordId } from '#ui/saving/use-record-id.ts';
import { collectionName } from './collection-fields.ts';
import type { Collection } from './collections.contract.ts';
import * as m from './words/messages.ts';

const schema = z.strictObject({ name: collectionName });

type Props = { submitLabel: string; onCreated: (collection: Collection) => Promise<void> };

/** Asks for the name of a new collection. */
export function NewCollectionForm({ submitLabel, onCreated }: Props) {
  const client = useQueryClient();
  const form = useSchemaForm(schema, { name: '' });
  const [id, renewId] = useRecordId();
  const { errors, isDirty } = form.formState;
  const { mutateAsync, isPending, isSuccess } = useMutation({
    mutationFn: async (json: z.output<typeof schema>) =>
      (await api.collections.$post({ json: { ...json, id } })).json(),
    onMutate: () => form.getValues('name'),
    async onSuccess(collection, _json, sent) {
      renewId();
      // Keep a name typed during the request.
      if (form.getValues('name') === sent) form.reset();
      const all = { queryKey: queryKeys.collections.list({}), exact: true };
      // Cancel a pending first request: its response would lack the new collection, and React Query would not send it again.
      void client.cancelQueries(all);
      void client.invalidateQueries(all);
      await onCreated(collection);
    },
    onError: toastError,
  });
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        // On a double click, the form was just submitted and reset: the empty name is not an error.
        if (isSuccess && !isDirty) {
          event.preventDefault();
          return form.setFocus('name');
        }
        void form.handleSubmit((values) => mutateAsync(values).catch(() => undefined))(event);
      }}
    >
      <Field
        className="min-w-[min(14rem,100%)] flex-1"
        label={m.new_collection()}
        placeholder={m.name()}
        maxLength={limits.collectionName}
        autoComplete="off"
        {...form.register('name')}
        error={errors.name?.message}
      />
      <Button type="submit" className="mt-[1.625rem] min-h-11" disabled={isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}
