/**
 * The kind of link that was used or expired. Only in memory, because a reloaded page must match the server's HTML, which doesn't know of
 * it.
 */
let expired: 'recovery' | 'invite' | undefined;

export const noteExpiredLink = (type: 'recovery' | 'invite'): void => {
  expired = type;
};
export const expiredLink = () => expired;
export const forgetExpiredLink = (): void => {
  expired = undefined;
};
