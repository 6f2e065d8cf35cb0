import { dayMilliseconds, draftDays } from '#constants';

/** What was typed into an editor and not saved: the changed fields, each as it was and as it is. */
export type Draft = {
  at: number;
  /** The version of the record that was edited. */
  version?: string | undefined;
  /** The id that a new record will have, or has. */
  id: string;
  /** Whether a create with this id was sent, so that there may be a record. */
  isSent?: boolean;
  /** `unanswered` is what a field that saves itself has sent without an answer. */
  fields: Record<string, { base: unknown; mine: unknown; unanswered?: readonly string[] }>;
};

/** Sent to the window before a form is compared with what was sent: a field that rests a moment hands over its text. */
export const handOver = 'promptory:hand-over';

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Difference = { path: string; mine: unknown; theirs: unknown };

/** Where two values differ, down to single fields; lists of two lengths differ as a whole. */
export function differences(mine: unknown, theirs: unknown, path = ''): Difference[] {
  if (isSame(mine, theirs)) return [];
  const areAlike = [mine, theirs].every((value) => typeof value === 'object' && value !== null);
  const areLists = Array.isArray(mine) && Array.isArray(theirs);
  if (!areAlike || (areLists && mine.length !== theirs.length)) return [{ path, mine, theirs }];
  return Object.entries(mine as object).flatMap(([name, value]) =>
    differences(value, (theirs as Record<string, unknown>)[name], path ? `${path}.${name}` : name),
  );
}

/** What of a draft goes on with the present values of a record that has no version: a field that was saved since stays as saved. */
export function splitDraft(fields: Draft['fields'], present: Record<string, unknown>) {
  const open = Object.entries(fields).filter(([name, { mine }]) => !isSame(mine, present[name]));
  const current = open.filter(([name, { base }]) => isSame(base, present[name]));
  return { fields: Object.fromEntries(current), isOutdated: current.length < open.length };
}

const prefix = 'promptory:draft:';
let owner: string | undefined;
/** Begins the keys of an account. Throws where nobody is signed in. */
export const ownPrefix = () => {
  if (owner === undefined) throw new Error('nobody is signed in');
  return `${prefix}${encodeURIComponent(owner)}:`;
};

/**
 * Whose drafts are read and written here. Drafts of other accounts in this browser stay hidden. Drafts that were kept under the email
 * address, as earlier releases did, go on under the id.
 */
export function setDraftOwner(id: string, email = '') {
  owner = id;
  if (email === '') return;
  const before = `${prefix}${encodeURIComponent(email)}:`;
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(before)))
      move(key, ownPrefix() + key.slice(before.length));
  } catch {
    // There is no store.
  }
}

function move(from: string, to: string) {
  const draft = localStorage.getItem(from);
  localStorage.removeItem(from);
  if (draft !== null && localStorage.getItem(to) === null) localStorage.setItem(to, draft);
}

/** A draft that an earlier release kept under another key goes on under this one. */
export function adoptDraft(before: string, key: string) {
  try {
    move(ownPrefix() + before, ownPrefix() + key);
  } catch {
    // There is no store.
  }
}

/** The draft of an editor; undefined where there is none. Never throws: without a store there are no drafts. */
export function readDraft(key: string): Draft | undefined {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(ownPrefix() + key) ?? 'null');
    const isOld = draft !== null && Date.now() - draft.at > draftDays * dayMilliseconds;
    if (isOld) forgetDraft(key);
    return draft && !isOld ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** The keys of drafts that begin with `start`. */
export function draftNames(start: string): string[] {
  try {
    const keys = Object.keys(localStorage).map((key) =>
      key.startsWith(ownPrefix()) ? key.slice(ownPrefix().length) : '',
    );
    return keys.filter((key) => key.startsWith(start) && readDraft(key) !== undefined);
  } catch {
    return [];
  }
}

export function keepDraft(key: string, draft: Omit<Draft, 'at'>) {
  try {
    localStorage.setItem(ownPrefix() + key, JSON.stringify({ ...draft, at: Date.now() }));
  } catch {
    // The store is full or off: the page still has the text, and asks before it is left.
  }
}

export function forgetDraft(key: string) {
  try {
    localStorage.removeItem(ownPrefix() + key);
  } catch {
    // There is no store.
  }
}

/** For a member who signs out: nothing of theirs stays at this device, nor of what their pages could not save before they closed. */
export function forgetDrafts() {
  try {
    for (const store of [localStorage, sessionStorage])
      for (const key of Object.keys(store)) if (key.startsWith(ownPrefix())) store.removeItem(key);
  } catch {
    // There is no store.
  }
  owner = undefined;
}
