/** The state of a navigation that closes an editor on purpose, or leaves it open. */
export const leaving = { isLeaving: true };
