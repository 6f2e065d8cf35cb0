import { forgetDraft, keepDraft, ownPrefix, readDraft } from './drafts.ts';

/** What fields that save themselves could not save, each as it is stored and as it was typed. */
export function keepUnsaved(key: string, stored: ReadonlyMap<string, string>, typed: Record<string, string>) {
  const fields = Object.entries(typed).map(([name, mine]) => [name, { base: stored.get(name) ?? '', mine }]);
  if (fields.length === 0) return forgetDraft(key);
  keepDraft(key, { id: key, fields: Object.fromEntries(fields) });
}

/** What could not be saved before, without what was saved elsewhere since. */
export function readUnsaved(
  key: string,
  stored: ReadonlyMap<string, string>,
): { name: string; base: string; mine: string }[] {
  const unsaved = Object.entries(readDraft(key)?.fields ?? {}).filter(([name, { base, mine }]) =>
    [base, mine].includes(stored.get(name) ?? ''),
  );
  if (unsaved.length === 0) forgetDraft(key);
  return unsaved.map(([name, { base, mine }]) => ({ name, base: String(base), mine: String(mine) }));
}

/** Keeps the values of blanks in this tab, until those of another text are read. */
export function keepBlanks(text: string, values: ReadonlyMap<string, string>) {
  try {
    sessionStorage.setItem(`${ownPrefix()}blanks`, JSON.stringify({ text, values: [...values] }));
  } catch {
    // The store is full or off, or nobody is signed in.
  }
}

export function readBlanks(text: string): [key: string, value: string][] {
  try {
    const key = `${ownPrefix()}blanks`;
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (kept?.text === text) return kept.values;
    sessionStorage.removeItem(key);
    return [];
  } catch {
    return [];
  }
}
