/** Rate limits by name, in points per number of seconds. Part of `constants.ts`. */

type RequestLimit = { points: number; seconds: number };

const minute = 60;
const fiveMinutes = 300;
const tenMinutes = 600;
const quarterHour = 900;
const hour = 3_600;
const day = 86_400;

/**
 * Limits for sign-in, per client address. Attempts at one account's password count per account and address: if they counted per account,
 * anyone could lock its owner out. No limit is global, so nobody can exhaust it for everyone.
 */
const signInLimits = {
  'auth signIn': { points: 150, seconds: fiveMinutes },
  'auth accountFromAddress': { points: 30, seconds: fiveMinutes },
  /** Each time the sign-in page opens, it requests a challenge for passkeys. */
  'auth challenge': { points: 150, seconds: fiveMinutes },
  'auth refresh': { points: 150, seconds: fiveMinutes },
  'auth verify': { points: 30, seconds: fiveMinutes },
  'auth recover': { points: 30, seconds: fiveMinutes },
  'auth signup': { points: 30, seconds: fiveMinutes },
  /** Redirects to a provider and back, and the exchange of a code: three per sign-in. */
  'auth provider': { points: 90, seconds: fiveMinutes },
  /** Per account, after its password was entered correctly. */
  'auth factor': { points: 10, seconds: fiveMinutes },
  'auth factorsOfDay': { points: 100, seconds: day },
  /** Keeps six-digit codes from being guessed from many addresses. Links still work. */
  'auth codesOfDay': { points: 50, seconds: day },
  'auth email to account': { points: 1, seconds: minute },
  'auth code to account': { points: 1, seconds: minute },
} as const satisfies Record<string, RequestLimit>;

export const requestLimits = {
  ...signInLimits,
  /** Requests for a welcome email, per client address. */
  welcome: { points: 30, seconds: fiveMinutes },
  /** Proving the session's owner, and deleting the account, per session. */
  'confirm-session': { points: 20, seconds: hour },
  'delete-account': { points: 10, seconds: hour },
  /** Emails to an account that the team requests, whoever requests them. */
  'email-by-team': { points: 1, seconds: minute },

  /** Requests with an API key. */
  'api-key': { points: 300, seconds: minute },
  /** Per client address. */
  'oauth-authorize': { points: 60, seconds: minute },
  'oauth-register': { points: 30, seconds: hour },
  'oauth-revoke': { points: 300, seconds: minute },
  'oauth-token': { points: 300, seconds: minute },
  /** Programs' documents that the site fetches, per client address and in total. */
  'program-document': { points: 30, seconds: minute },
  'program-documents': { points: 1_000, seconds: minute },

  /** Looking up codes, per member or address: enough for typing errors, too few for guessing. */
  code: { points: 20, seconds: tenMinutes },
  checkout: { points: 30, seconds: tenMinutes },
  'plan-change': { points: 30, seconds: tenMinutes },
  /** How often the provider is asked about an open checkout, and about a payment that needs to be confirmed. */
  'checkout-state': { points: 1, seconds: 4 },
  'confirmation-state': { points: 1, seconds: 4 },

  /** Views counted per item and member; more would not reflect real interest. */
  views: { points: 10, seconds: minute },
  /** Favorites counted per item and member, however often it is saved. */
  favorites: { points: 1, seconds: day },
  /** Per member, against flooding. */
  'comment-minute': { points: 10, seconds: minute },
  'comment-hour': { points: 100, seconds: hour },
  'comment-edit-minute': { points: 10, seconds: minute },
  'comment-edit-hour': { points: 100, seconds: hour },
  'comment-report': { points: 30, seconds: hour },
  /** Emails to a member about replies; replies in between are in the next one. */
  'reply-email': { points: 1, seconds: quarterHour },
  /** Comparisons of two texts, which can use a lot of CPU, per member. */
  difference: { points: 60, seconds: minute },
  /** Exports of an account's own data, and of the library. */
  export: { points: 20, seconds: hour },
  'library-export': { points: 20, seconds: hour },

  /** Bounces per client address. */
  bounce: { points: 600, seconds: minute },
  /** Tests by an admin. */
  'test-email': { points: 10, seconds: tenMinutes },
  'test-mailing': { points: 20, seconds: tenMinutes },
  'test-model': { points: 20, seconds: tenMinutes },
} as const satisfies Record<string, RequestLimit>;
export type RequestLimitName = keyof typeof requestLimits;
