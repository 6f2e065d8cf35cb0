import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#platform/api-client.ts';
import { showAtField } from './server-field-error.ts';
import { toast } from './toasts.tsx';

type Options<Inputs extends FieldValues, Values extends FieldValues, Stored> = {
  form: UseFormReturn<Inputs, unknown, Values>;
  /** The record's version when the editor opened; undefined for a new record. */
  opened?: string | undefined;
  /** Saves; `expectedVersion` is the version to replace. */
  write: (values: Values, expectedVersion: string | undefined) => Promise<unknown>;
  /** Reads the current record after a conflict. */
  readCurrent?: () => Promise<Stored | undefined>;
  /** The toast for any other failure; `atField` is the message if a field shows it already. */
  explain: (error: unknown, atField: string | undefined) => string;
  onInvalid?: () => void;
  onSaved: () => Promise<void> | void;
};

/**
 * Saves the record of a form that others may be editing too. After any failure the form keeps its values and can be
 * saved again. A server error that names a field is shown at that field.
 */
export function useRecordSave<
  Inputs extends FieldValues,
  Values extends FieldValues,
  Stored extends { updated_at: string },
>({ form, opened, write, readCurrent, explain, onInvalid, onSaved }: Options<Inputs, Values, Stored>) {
  const expectedVersion = useRef(opened);
  const [theirs, setTheirs] = useState<Stored>();
  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) => write(values, expectedVersion.current),
    onSuccess: onSaved,
    async onError(error) {
      const isConflict = error instanceof ApiError && error.code === 'conflict';
      // If their version cannot be loaded either, the conflict itself is shown.
      const current = isConflict ? await readCurrent?.().catch(() => undefined) : undefined;
      if (current) return setTheirs(current);
      toast.error(isConflict ? error.message : explain(error, showAtField(form, error)));
    },
  });
  return {
    save: form.handleSubmit((values) => mutate(values), onInvalid),
    isBusy: isPending,
    theirs,
    /** Resolves the conflict: the next save replaces their version. */
    settle(current: Stored) {
      expectedVersion.current = current.updated_at;
      setTheirs(undefined);
    },
  };
}
