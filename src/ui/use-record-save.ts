import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#platform/api-client.ts';
import { showAtField } from './server-field-error.ts';
import { toast } from './toasts.tsx';

type Options<Inputs extends FieldValues, Values extends FieldValues, Stored> = {
  form: UseFormReturn<Inputs, unknown, Values>;
  /** The version that the editor was opened with; undefined for a new record. */
  opened?: string | undefined;
  /** Saves; `expectedVersion` is the version that is being replaced. */
  write: (values: Values, expectedVersion: string | undefined) => Promise<unknown>;
  /** The record as it is saved now, after someone else was first. */
  readCurrent?: () => Promise<Stored | undefined>;
  /** What to say of any other failure; `atField` is what a field says of it already. */
  explain: (error: unknown, atField: string | undefined) => string;
  onInvalid?: () => void;
  onSaved: () => Promise<void> | void;
};

/**
 * Saves what a form holds; others may edit the same record. Whatever fails, the form stays as it is and can be saved
 * again. A refusal that names a field is shown at that field.
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
      // Their version may be out of reach as well: then the refusal itself is told.
      const current = isConflict ? await readCurrent?.().catch(() => undefined) : undefined;
      if (current) return setTheirs(current);
      toast.error(isConflict ? error.message : explain(error, showAtField(form, error)));
    },
  });
  return {
    save: form.handleSubmit((values) => mutate(values), onInvalid),
    isBusy: isPending,
    theirs,
    /** From now on their version is the one that a save replaces. */
    settle(current: Stored) {
      expectedVersion.current = current.updated_at;
      setTheirs(undefined);
    },
  };
}
