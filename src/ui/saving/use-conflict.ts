import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSame, valueAt } from './drafts.ts';
import { set, type useDraft } from './use-draft.ts';

/** A field that two people have changed differently. `name`: its path, such as `hero.headline`. */
export type Clash = { name: string; mine: unknown; theirs: unknown };

type Options<Inputs extends FieldValues, Values extends FieldValues, Saved> = {
  form: UseFormReturn<Inputs, unknown, Values>;
  draft: ReturnType<typeof useDraft<Inputs, Values>>;
  toInputs: (stored: Saved) => Inputs;
  /** Sets the record that the form is compared with. */
  rebase: (stored: Saved) => void;
  save: () => Promise<unknown>;
};

/** Handles a save that was refused because someone else saved first: takes over their changes, and asks if both changed the same field. */
export function useConflict<Inputs extends FieldValues, Values extends FieldValues, Saved>(
  options: Options<Inputs, Values, Saved>,
) {
  const { form, draft, toInputs, rebase, save } = options;
  const [conflict, setConflict] = useState<{ current: Saved; clashes: Clash[] }>();

  /** Loads the current record into the form, keeping the typed values of the fields in `mine`. */
  function showLatest(current: Saved, mine: string[]) {
    const typed: FieldValues = structuredClone(form.getValues());
    const theirs = toInputs(current);
    form.reset(theirs);
    rebase(current);
    for (const name of mine) set(form, name, valueAt(typed, name));
    setConflict(undefined);
  }

  /** Takes their values of the fields that both changed, but not of those in `mine`. @returns whether there is anything left to save */
  function takeTheirsExcept(mine: string[]): boolean {
    if (!conflict) return false;
    const theirs = conflict.clashes.map(({ name }) => name).filter((name) => !mine.includes(name));
    const kept = draft.changed().filter((name) => !theirs.includes(name));
    showLatest(conflict.current, kept);
    return kept.length > 0;
  }

  return {
    showLatest,
    /**
     * Takes over their changes and saves the rest, unless both changed the same field. @param unanswered sent values that may have been
     * saved: finding one of them isn't someone else's change
     */
    async merge(current: Saved, unanswered: readonly FieldValues[]) {
      const mine: FieldValues = form.getValues();
      const theirs: FieldValues = toInputs(current);
      const ours = draft.changed();
      const clashes = ours
        .map((name) => ({ name, mine: valueAt(mine, name), theirs: valueAt(theirs, name) }))
        .filter(({ name, theirs: other }) =>
          [draft.kept.base, mine, ...unanswered].every((known) => !isSame(other, valueAt(known, name))),
        );
      if (clashes.length > 0) return setConflict({ current, clashes });
      showLatest(current, ours);
      await save();
    },
    clashes: conflict?.clashes,
    /** Resolves the conflict: keeps the typed values of these fields, and saves. */
    async resolve(mine: string[]) {
      if (takeTheirsExcept(mine)) await save();
    },
    /** Takes their values of the fields that both changed; other changes stay, unsaved. */
    takeTheirs() {
      if (!takeTheirsExcept([])) draft.forget();
    },
  };
}
