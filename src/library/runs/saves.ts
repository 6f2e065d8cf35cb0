/** Saves what is typed but not stored yet, at once; false where that failed, after a message. */
type Save = () => Promise<boolean>;

/** Those of all that is typed in a run. */
export type Saves = Set<Save>;

/** Whether all of it is stored. */
export const saveAll = async (saves: Saves) =>
  (await Promise.all([...saves].map((save) => save()))).every(Boolean);
