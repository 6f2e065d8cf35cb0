/** The localStorage key of the session. The script in <head> reads it before the first paint. */
export const sessionKey = 'promptory-auth';
