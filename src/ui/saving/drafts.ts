import { dayMilliseconds, draftDays } from '#constants';

/** Unsaved changes in an editor: each changed field with its original and its current value. */
export type Draft = {
  at: number;
  /** The version of the record that was being edited. */
  version?: string | undefined;
  /** The id of the record, which may not exist yet. */
  id: string;
  /** Whether a create request with this id was sent, so that the record may exist. */
  isSent?: boolean;
  /** Whether another form has passed it on, and no editor has opened it yet. */
  isPassedOn?: boolean;
  /** `unanswered`: values that an autosaving field has sent without getting an answer. */
  fields: Record<string, { base: unknown; mine: unknown; unanswered?: readonly string[] }>;
};

/** Dispatched at the window before a form is compared with sent values: fields that delay their changes pass them on now. */
export const handOver = 'promptory:hand-over';

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Difference = { path: string; mine: unknown; theirs: unknown };

/** The differences of two values, down to single fields; lists of different lengths differ as a whole. */
export function differences(mine: unknown, theirs: unknown, path = ''): Difference[] {
  if (isSame(mine, theirs)) return [];
  const areAlike = [mine, theirs].every((value) => typeof value === 'object' && value !== null);
  const areLists = Array.isArray(mine) && Array.isArray(theirs);
  if (!areAlike || (areLists && mine.length !== theirs.length)) return [{ path, mine, theirs }];
  return Object.entries(mine as object).flatMap(([name, value]) =>
    differences(value, (theirs as Record<string, unknown>)[name], path ? `${path}.${name}` : name),
  );
}

/** The part of a draft that still applies to the current values of a record without a version: fields saved since keep the saved value. */
export function splitDraft(fields: Draft['fields'], present: Record<string, unknown>) {
  const open = Object.entries(fields).filter(([name, { mine }]) => !isSame(mine, present[name]));
  const current = open.filter(([name, { base }]) => isSame(base, present[name]));
  return { fields: Object.fromEntries(current), isOutdated: current.length < open.length };
}

const prefix = 'promptory:draft:';
let owner: string | undefined;
/** The prefix of an account's keys. Throws if nobody is signed in. */
export const ownPrefix = () => {
  if (owner === undefined) throw new Error('nobody is signed in');
  return `${prefix}${encodeURIComponent(owner)}:`;
};

/**
 * Sets whose drafts are read and written. Drafts of other accounts in this browser stay hidden. Earlier releases used the email address as
 * the key; those drafts are moved to the id.
 */
export function setDraftOwner(id: string, email = '') {
  owner = id;
  if (email === '') return;
  const before = `${prefix}${encodeURIComponent(email)}:`;
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(before)))
      move(key, ownPrefix() + key.slice(before.length));
  } catch {
    // Storage is unavailable.
  }
}

function move(from: string, to: string) {
  const draft = localStorage.getItem(from);
  localStorage.removeItem(from);
  if (draft !== null && localStorage.getItem(to) === null) localStorage.setItem(to, draft);
}

/** Moves a draft that an earlier release stored under another key. */
export function adoptDraft(before: string, key: string) {
  try {
    move(ownPrefix() + before, ownPrefix() + key);
  } catch {
    // Storage is unavailable.
  }
}

/** The draft of an editor; undefined if there is none. Never throws: without storage there are no drafts. */
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
    // Storage is full or off: the page still has the text, and warns before it is left.
  }
}

export function forgetDraft(key: string) {
  try {
    localStorage.removeItem(ownPrefix() + key);
  } catch {
    // Storage is unavailable.
  }
}

/** For sign-out: deletes the member's drafts from this device, including what their pages couldn't save before they closed. */
export function forgetDrafts() {
  try {
    for (const store of [localStorage, sessionStorage])
      for (const key of Object.keys(store)) if (key.startsWith(ownPrefix())) store.removeItem(key);
  } catch {
    // Storage is unavailable.
  }
  owner = undefined;
}
