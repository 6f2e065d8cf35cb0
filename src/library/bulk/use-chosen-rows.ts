import { useState } from 'react';

/**
 * The selected rows of a table: individual ones, or everything that matches the `filters`. Changing the filters clears
 * the selection.
 */
export function useChosenRows(filters: object) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isEverything, setIsEverything] = useState(false);
  const clear = () => {
    setIds(new Set());
    setIsEverything(false);
  };
  const found = JSON.stringify(filters);
  const [chosenIn, setChosenIn] = useState(found);
  if (chosenIn !== found) {
    setChosenIn(found);
    clear();
  }
  return {
    ids,
    isEverything,
    has: (id: string) => ids.has(id) || isEverything,
    choose(some: string[], isChosen: boolean) {
      setIsEverything(false);
      setIds((before) => {
        const next = new Set(before);
        for (const id of some) {
          if (isChosen) next.add(id);
          else next.delete(id);
        }
        return next;
      });
    },
    /** For a row that no longer matches the filters. */
    forget: (id: string) => setIds((before) => new Set([...before].filter((other) => other !== id))),
    chooseEverything: () => setIsEverything(true),
    clear,
  };
}
