import { mayHaveSucceeded } from '#platform/client/api-client.ts';
import { toastError } from '../overlays/toasts.tsx';
import { keepUnsaved, readUnsaved, withUnanswered } from './unsaved-values.ts';

type Typed = ReadonlyMap<string, string>;

type Options = {
  /** Names the values and their record, such as "run:1:values". */
  draftKey: string;
  /** The values as they were loaded. */
  loaded: Readonly<Record<string, string>>;
};

type Saving = {
  /** Read when the save begins, which is after the one before it. */
  typed: () => Typed;
  send: (values: Record<string, string>) => Promise<unknown>;
  tellFailure: (isFailed: boolean) => void;
};

/**
 * Saves values by their names, only those that have changed, one save after the other. What could not be saved stays in this browser, and is
 * sent again with the next save.
 */
export function createValuesSaver({ draftKey, loaded }: Options) {
  const unsaved = readUnsaved(draftKey, new Map(Object.entries(loaded)));
  /** What the server is known to have. */
  const stored = new Map(Object.entries(loaded));
  /** What was sent and has no answer. It may be stored, so the value is saved again even when it is as it was before. */
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
    /** What could not be saved before. */
    unsaved,
    stored: stored as Typed,
    changes,
    /** @returns whether all of it is stored */
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
