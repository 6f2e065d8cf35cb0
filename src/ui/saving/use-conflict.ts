import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSame } from './drafts.ts';
import { set, type useDraft } from './use-draft.ts';

/** A field that two people have changed, each in their own way. */
export type Clash = { name: string; mine: unknown; theirs: unknown };

type Options<Inputs extends FieldValues, Values extends FieldValues, Saved> = {
  form: UseFormReturn<Inputs, unknown, Values>;
  draft: ReturnType<typeof useDraft<Inputs, Values>>;
  toInputs: (stored: Saved) => Inputs;
  /** Makes the record what the form is compared with. */
  rebase: (stored: Saved) => void;
  save: () => Promise<unknown>;
};

/**
 * Settles a save that was refused because somebody else has saved since: what they have changed is taken over, and where both
 * changed the same field, the admin is asked.
 */
export function useConflict<Inputs extends FieldValues, Values extends FieldValues, Saved>(
  options: Options<Inputs, Values, Saved>,
) {
  const { form, draft, toInputs, rebase, save } = options;
  const [conflict, setConflict] = useState<{ current: Saved; clashes: Clash[] }>();
  const isMine = (name: string) => !isSame(form.getValues()[name], draft.kept.base[name]);

  /** The record as it is now, with the fields of `mine` as they were typed. */
  function showLatest(current: Saved, mine: string[]) {
    const typed: FieldValues = structuredClone(form.getValues());
    const theirs = toInputs(current);
    form.reset(theirs);
    rebase(current);
    for (const name of mine) set(form, name, typed[name]);
    setConflict(undefined);
  }

  return {
    showLatest,
    /** Takes over what they have changed and saves the rest, unless both changed the same field. @param unanswered what was sent and may have been saved: there, nobody else has changed anything. */
    async merge(current: Saved, unanswered: FieldValues[]) {
      const mine: FieldValues = form.getValues();
      const theirs: FieldValues = toInputs(current);
      const changed = Object.keys(mine).filter(isMine);
      const clashes = changed
        .filter((name) =>
          [draft.kept.base, mine, ...unanswered].every(
            (known: FieldValues) => !isSame(theirs[name], known[name]),
          ),
        )
        .map((name) => ({ name, mine: mine[name], theirs: theirs[name] }));
      if (clashes.length > 0) return setConflict({ current, clashes });
      showLatest(current, changed);
      await save();
    },
    clashes: conflict?.clashes,
    /** Resolves the conflict with the fields that stay as they were typed, and saves them. */
    async resolve(mine: string[]) {
      if (!conflict) return;
      const names = conflict.clashes.map(({ name }) => name);
      const kept = Object.keys(form.getValues()).filter(
        (name) => isMine(name) && (!names.includes(name) || mine.includes(name)),
      );
      showLatest(conflict.current, kept);
      if (kept.length > 0) await save();
    },
    /** Takes everything as they saved it. */
    takeTheirs() {
      if (conflict) showLatest(conflict.current, []);
      draft.forget();
    },
  };
}
