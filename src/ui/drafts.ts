import { draftDays } from '#constants';

/** What was typed into an editor and not saved: the changed fields, each as it was and as it is. */
export type Draft = {
  owner: string;
  at: number;
  /** The version of the record that was edited. */
  version?: string | undefined;
  /** The id that a new record will have. */
  id: string;
  fields: Record<string, { base: unknown; mine: unknown }>;
};

const prefix = 'promptory:draft:';
let owner = '';

/** Whose drafts are read and written here. Those of somebody else in the same browser stay out of sight. */
export function setDraftOwner(email: string) {
  owner = email;
}

/** The draft of an editor; undefined where there is none. Never throws: without a store there are no drafts. */
export function readDraft(key: string): Draft | undefined {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(prefix + key) ?? 'null');
    const isOld = draft !== null && Date.now() - draft.at > draftDays * 86_400_000;
    if (isOld) forgetDraft(key);
    return draft && !isOld && draft.owner === owner ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(key: string, draft: Omit<Draft, 'owner' | 'at'>) {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ ...draft, owner, at: Date.now() }));
  } catch {
    // The store is full or off: the page still has the text, and asks before it is left.
  }
}

export function forgetDraft(key: string) {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // There is no store.
  }
}

/** For a member who signs out: the next one at this device finds nothing. */
export function forgetDrafts() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // There is no store.
  }
}
