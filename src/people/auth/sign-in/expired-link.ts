/** Kept in memory: a page that is loaded again begins as the server renders it, which knows nothing of a used link. */
let isExpired = false;

export const noteExpiredLink = (): void => {
  isExpired = true;
};
export const hasExpiredLink = (): boolean => isExpired;
export const forgetExpiredLink = (): void => {
  isExpired = false;
};
