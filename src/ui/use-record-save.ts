import { useState } from 'react';
import { ApiError } from '#platform/api-client.ts';
import { toast } from './toasts.tsx';

type Options<Stored> = {
  /** The state the editor began with; undefined for a new record. */
  opened: string | undefined;
  /** Saves; `seen` is the state that is being replaced. */
  write: (seen: string | undefined) => Promise<unknown>;
  /** The record as it is saved now, after somebody else was first. */
  readCurrent: () => Promise<Stored | undefined>;
  /** What to say of any other failure. */
  explain: (error: unknown) => string;
  onSaved: () => Promise<void> | void;
};

/** Saves a record that others may edit too. Whatever fails, the editor stays as it is and can save again. */
export function useRecordSave<Stored extends { updated_at: string }>(options: Options<Stored>) {
  const [seen, setSeen] = useState(options.opened);
  const [theirs, setTheirs] = useState<Stored>();
  const [isBusy, setIsBusy] = useState(false);

  async function save(over = seen) {
    setIsBusy(true);
    try {
      await options.write(over);
      await options.onSaved();
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'conflict';
      // Their version may be out of reach as well: then the refusal itself is told.
      const current = isConflict ? await options.readCurrent().catch(() => undefined) : undefined;
      if (current) setTheirs(current);
      else toast.error(isConflict ? error.message : options.explain(error));
    } finally {
      setIsBusy(false);
    }
  }
  /** From now on their state is the one that a save replaces. */
  function settle(current: Stored) {
    setSeen(current.updated_at);
    setTheirs(undefined);
  }
  return { save, isBusy, theirs, settle };
}
