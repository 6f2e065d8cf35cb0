import { forgetDraft, keepDraft, ownPrefix, readDraft } from './drafts.ts';
import { keepSent } from './keep-sent.ts';

/** Without repeats of a text. */
export const withUnanswered = (sent: readonly string[], text: string, max?: number): readonly string[] =>
  sent.includes(text) ? sent : keepSent(sent, text, max);

/** Keeps what autosaving fields couldn't save: the stored and the typed value of each, with the values that were sent without an answer. */
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

/** The values that couldn't be saved earlier, without those that were changed elsewhere since. */
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

/** Keeps the last unsaved answer in this tab, along with what it answers. */
export function keepAnswer(to: string, answer: object) {
  try {
    sessionStorage.setItem(`${ownPrefix()}answer`, JSON.stringify({ to, answer }));
  } catch {
    // Storage is full or off, or nobody is signed in.
  }
}

/** Undefined if the last answer belongs to something else, or was saved. */
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
    // Storage is unavailable.
  }
}

/** Keeps the values of blanks in this tab, until those of another text replace them. */
export function keepBlanks(text: string, values: ReadonlyMap<string, string>) {
  try {
    sessionStorage.setItem(`${ownPrefix()}blanks`, JSON.stringify({ text, values: [...values] }));
  } catch {
    // Storage is full or off, or nobody is signed in.
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
