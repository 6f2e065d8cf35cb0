import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { keepBlanks, readBlanks } from '#ui/saving/unsaved-values.ts';
import type { Blank } from './blanks.ts';
import { blankKey } from './parse.ts';

/** What a member has typed into a form, by key. Each blank on the page subscribes to its own value only. */
export type FillStore = ReturnType<typeof createFillStore>;

export function createFillStore() {
  let values: ReadonlyMap<string, string> = new Map();
  const listeners = new Set<() => void>();
  const replace = (changed: ReadonlyMap<string, string>) => {
    values = changed;
    for (const listener of listeners) listener();
  };
  return {
    values: () => values,
    set: (key: string, value: string) => replace(new Map(values).set(key, value)),
    /** Fills in several values at once, keeping those that are already there. */
    complete: (more: Iterable<readonly [string, string]>) =>
      replace(new Map([...more, ...[...values].filter(([, value]) => value !== '')])),
    clear: () => replace(new Map()),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * A store that starts with what was typed in this tab before, for example before signing in again, unless another text
 * has been opened since. `text` identifies the text.
 */
export function useFillStore(text: string): FillStore {
  const [store] = useState(() => {
    const created = createFillStore();
    created.complete(readBlanks(text));
    return created;
  });
  useEffect(() => store.subscribe(() => keepBlanks(text, store.values())), [store, text]);
  return store;
}

const nothing = new Map<string, string>();

export const useFilledValue = (store: FillStore, key: string): string =>
  useSyncExternalStore(
    store.subscribe,
    () => store.values().get(key) ?? '',
    () => '',
  );

/**
 * A deferred copy of a value, rendered at low priority: a blank can appear a hundred times in a long text, and must not
 * slow down typing.
 */
export function useDrawnValue(store: FillStore, key: string): string {
  const [value, setValue] = useState(() => store.values().get(key) ?? '');
  useEffect(() => {
    let drawn: string | undefined;
    const draw = () => {
      const typed = store.values().get(key) ?? '';
      if (typed === drawn) return;
      drawn = typed;
      startTransition(() => setValue(typed));
    };
    draw();
    return store.subscribe(draw);
  }, [store, key]);
  return value;
}

export const useFilledValues = (store: FillStore): ReadonlyMap<string, string> =>
  useSyncExternalStore(store.subscribe, store.values, () => nothing);

/** What was typed into these blanks, by name. */
export function typedInto(blanks: readonly Blank[], store: FillStore): Record<string, string> {
  const typed = store.values();
  return Object.fromEntries(
    blanks.flatMap(({ name }) => {
      const value = typed.get(blankKey(name));
      return value ? [[name, value]] : [];
    }),
  );
}

/** The same from what is kept of a text, for parts of the page without its store. */
export function keptValues(text: string, blanks: readonly Blank[]): Record<string, string> {
  const store = createFillStore();
  store.complete(readBlanks(text));
  return typedInto(blanks, store);
}
