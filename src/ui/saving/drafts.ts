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
  const areLists = Array.isArray(mine) && Array.isArray(theirs);
  const areAlike = areLists ? mine.length === theirs.length : isRecord(mine) && isRecord(theirs);
  if (!areAlike) return [{ path, mine, theirs }];
  const [one, other] = [mine, theirs] as Record<string, unknown>[];
  return [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])].flatMap((name) =>
    differences(one?.[name], other?.[name], path ? `${path}.${name}` : name),
  );
}

/** The paths of the fields that were changed: `title`, or, if each field is a section, `hero.headline`. */
export function changedPaths(mine: object, base: object, areSections: boolean): string[] {
  const paths = Object.entries(mine).flatMap(([name, value]) =>
    areSections ? Object.keys(value).map((part) => `${name}.${part}`) : [name],
  );
  return paths.filter((path) => !isSame(valueAt(mine, path), valueAt(base, path)));
}

/** The value at such a path. */
export const valueAt = (values: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), values);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The part of a draft that still applies to the current values of a record without a version: what others have saved since keeps the saved
 * value. `areSections`: as in `changedPaths`.
 */
export function splitDraft(fields: Draft['fields'], present: Record<string, unknown>, areSections: boolean) {
  let isOutdated = false;
  const current = Object.entries(fields).flatMap(([name, field]) => {
    const saved = present[name];
    const applied = applyTo(saved, field, areSections);
    isOutdated ||= applied.isOutdated;
    return isSame(applied.value, saved) ? [] : [[name, { ...field, base: saved, mine: applied.value }]];
  });
  return { fields: Object.fromEntries(current) as Draft['fields'], isOutdated };
}

/** Applies a change to a value that others may have changed too. `isOutdated`: whether they have changed the same. */
function applyTo(
  saved: unknown,
  { base, mine }: { base: unknown; mine: unknown },
  isSection: boolean,
): { value: unknown; isOutdated: boolean } {
  if (isSame(mine, base) || isSame(mine, saved)) return { value: saved, isOutdated: false };
  if (isSame(base, saved)) return { value: mine, isOutdated: false };
  if (!isSection || !isRecord(base) || !isRecord(mine) || !isRecord(saved))
    return { value: saved, isOutdated: true };
  const parts = Object.keys(saved).map(
    (name) => [name, applyTo(saved[name], { base: base[name], mine: mine[name] }, false)] as const,
  );
  return {
    value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])),
    isOutdated: parts.some(([, part]) => part.isOutdated),
  };
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
