/** The key of the blank that takes the result of an earlier step. `position` is 0-based, but the key counts from 1. */
export const stepResultKey = (position: number) => `step ${position + 1} result`;
export const isStepResult = (key: string) => /^step \d+ result$/.test(key);
