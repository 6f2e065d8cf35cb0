let underWay: Promise<unknown> = Promise.resolve();

/** Registers a pending save. Runs loaded afterward wait for it (see `savesAnswered`). */
export function noteSave(save: Promise<unknown>): void {
  underWay = Promise.allSettled([underWay, save]);
}

/** Maximum wait: a dead connection can take minutes to fail. */
const waitMilliseconds = 5_000;

/** Resolves when all registered saves have settled, or after the timeout. */
export const savesAnswered = () =>
  Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, waitMilliseconds))]);

/** Flushes unsaved edits; false if that failed (a toast has been shown). */
type Save = () => Promise<boolean>;

/** A part of a run that is saved separately: its name, its values, or a step's result (by position). */
export type SavedPart = 'name' | 'values' | number;

/** The flush functions of all fields of a run. */
export type Saves = Set<Save>;

/** Saves everything; resolves to whether it all succeeded. */
export const saveAll = async (saves: Saves) =>
  (await Promise.all([...saves].map((save) => save()))).every(Boolean);
