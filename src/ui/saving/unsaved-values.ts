import { forgetDraft, keepDraft, ownPrefix, readDraft } from './drafts.ts';

/** The first that was sent, and the latest: any of them may be stored, and more than so many are hardly lost. */
export const withUnanswered = (sent: readonly string[], text: string): readonly string[] => {
  const [first = text, ...later] = sent;
  return [...new Set([first, ...[...later, text].slice(-4)])];
};

/**
 * What fields that save themselves could not save, each as it is stored and as it was typed, with what was sent and has no answer.
 */
export function keepUnsaved(
  key: string,
  stored: ReadonlyMap<string, string>,
  typed: Record<string, string>,
  unanswered: ReadonlyMap<string, readonly string[]>,
) {
  const fields = Object.entries(typed).map(([name, mine]) => [
    name,
    { base: stored.get(name) ?? '', mine, unanswered: unanswered.get(name) ?? [] },
  ]);
  if (fields.length === 0) return forgetDraft(key);
  keepDraft(key, { id: key, fields: Object.fromEntries(fields) });
}

type Unsaved = { name: string; base: string; mine: string; unanswered: readonly string[] };

/** What could not be saved before, without what was saved elsewhere since. */
export function readUnsaved(key: string, stored: ReadonlyMap<string, string>): Unsaved[] {
  const unsaved = Object.entries(readDraft(key)?.fields ?? {})
    .map(([name, { base, mine, unanswered = [] }]) => ({
      name,
      base: String(base),
      mine: String(mine),
      unanswered,
    }))
    .filter(({ name, base, mine, unanswered }) =>
      [base, mine, ...unanswered].includes(stored.get(name) ?? ''),
    );
  if (unsaved.length === 0) forgetDraft(key);
  return unsaved;
}

/** Keeps the last answer that is not saved yet in this tab: what it is to, and whatever belongs to it. */
export function keepAnswer(to: string, answer: object) {
  try {
    sessionStorage.setItem(`${ownPrefix()}answer`, JSON.stringify({ to, answer }));
  } catch {
    // The store is full or off, or nobody is signed in.
  }
}

/** Undefined where the last answer is to something else, or saved. */
export function readAnswer<Answer>(to: string): Answer | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`${ownPrefix()}answer`) ?? 'null');
    return kept?.to === to ? kept.answer : undefined;
  } catch {
    return undefined;
  }
}

export function forgetAnswer() {
  try {
    sessionStorage.removeItem(`${ownPrefix()}answer`);
  } catch {
    // There is no store.
  }
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
