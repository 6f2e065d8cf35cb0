/** One cookie for each request to connect a program, so that two tabs don't disturb each other. */
export const requestCookie = (uid: string) => `connect-${uid.slice(0, 8)}`;
