import { mayHaveSucceeded } from '#platform/client/api-client.ts';
import { toastError } from '../overlays/toasts.tsx';
import { keepUnsaved, readUnsaved, withUnanswered } from './unsaved-values.ts';

type Typed = ReadonlyMap<string, string>;

type Options = {
  /** Names the values and their record, such as "run:1:values". */
  draftKey: string;
  /** The values as loaded. */
  loaded: Readonly<Record<string, string>>;
};

type Saving = {
  /** Read when the save begins, after any earlier save has finished. */
  typed: () => Typed;
  send: (values: Record<string, string>) => Promise<unknown>;
  tellFailure: (isFailed: boolean) => void;
};

/**
 * Saves named values, only those that have changed, one save at a time. Values that couldn't be saved stay in this browser, and are sent
 * again with the next save.
 */
export function createValuesSaver({ draftKey, loaded }: Options) {
  const unsaved = readUnsaved(draftKey, new Map(Object.entries(loaded)));
  /** The values that the server is known to have. */
  const stored = new Map(Object.entries(loaded));
  /** Values that were sent without an answer. They may be stored, so a value is sent again even if it is back to what it was. */
  const unanswered = new Map<string, readonly string[]>();
  for (const { name, base, unanswered: sent } of unsaved) {
    stored.set(name, base);
    if (sent.length > 0) unanswered.set(name, sent);
  }
  const changes = (typed: Typed) => {
    const names = new Set([...stored.keys(), ...unanswered.keys(), ...typed.keys()]);
    return [...names]
      .map((name) => [name, typed.get(name) ?? ''] as const)
      .filter(([name, value]) => unanswered.has(name) || value !== (stored.get(name) ?? ''));
  };
  let queue = Promise.resolve(true);
  return {
    /** The values that couldn't be saved earlier. */
    unsaved,
    stored: stored as Typed,
    changes,
    /** @returns whether everything is stored */
    save({ typed, send, tellFailure }: Saving): Promise<boolean> {
      const settle = (isFailed: boolean) => {
        keepUnsaved(draftKey, stored, Object.fromEntries(changes(typed())), unanswered);
        tellFailure(isFailed);
        return !isFailed;
      };
      queue = queue.then(async () => {
        const sent = changes(typed());
        try {
          if (sent.length > 0) await send(Object.fromEntries(sent));
        } catch (error) {
          if (mayHaveSucceeded(error))
            for (const [name, value] of sent)
              unanswered.set(name, withUnanswered(unanswered.get(name) ?? [], value));
          if (error instanceof Error) toastError(error);
          return settle(true);
        }
        for (const [name, value] of sent) {
          stored.set(name, value);
          unanswered.delete(name);
        }
        return settle(false);
      });
      return queue;
    },
  };
}
