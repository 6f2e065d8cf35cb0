/** Whole seconds since 1970, the way JSON Web Tokens and Stripe give times. */
export const epochSeconds = (time = new Date()) => Math.floor(time.getTime() / 1_000);
