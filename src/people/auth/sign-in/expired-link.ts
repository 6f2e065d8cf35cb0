/** Kept in memory: a page that is loaded again begins as the server renders it, which knows nothing of a used link. */
let expired: 'recovery' | 'invite' | undefined;

export const noteExpiredLink = (type: 'recovery' | 'invite'): void => {
  expired = type;
};
export const expiredLink = () => expired;
export const forgetExpiredLink = (): void => {
  expired = undefined;
};
