/** Where the browser keeps the session; the script in <head> looks here before the first paint. */
export const sessionKey = 'promptory-auth';
