let underWay: Promise<unknown> = Promise.resolve();

/** Has runs that are loaded from now on wait for a save, so that they contain it. */
export function noteSave(save: Promise<unknown>): void {
  underWay = Promise.allSettled([underWay, save]);
}

/** A connection that is dead answers nothing for minutes. */
const waitMilliseconds = 5_000;

/** When all saves so far are answered, or have had time to be. */
export const savesAnswered = () =>
  Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, waitMilliseconds))]);

/** Saves what is typed but not stored yet, at once; false where that failed, after a message. */
type Save = () => Promise<boolean>;

/** What is saved on its own: the name, the blanks, or the result of a step by its position. */
export type SavedPart = 'name' | 'values' | number;

/** Those of all that is typed in a run. */
export type Saves = Set<Save>;

/** Whether all of it is stored. */
export const saveAll = async (saves: Saves) =>
  (await Promise.all([...saves].map((save) => save()))).every(Boolean);
