/** How often something can be asked for, by the name under which it is counted: points in so many seconds. Part of `constants.ts`. */

type RequestLimit = { points: number; seconds: number };

const minute = 60;
const fiveMinutes = 300;
const tenMinutes = 600;
const quarterHour = 900;
const hour = 3_600;
const day = 86_400;

/**
 * Of sign-in, by a client's address. Tries at one account's password are counted for that account and address together: counted for the
 * account alone, anybody could lock its owner out. No limit is global, so nobody can exhaust it for everyone.
 */
const signInLimits = {
  'auth signIn': { points: 150, seconds: fiveMinutes },
  'auth accountFromAddress': { points: 30, seconds: fiveMinutes },
  /** The page of sign-in asks for something that a passkey can sign each time it is opened. */
  'auth challenge': { points: 150, seconds: fiveMinutes },
  'auth refresh': { points: 150, seconds: fiveMinutes },
  'auth verify': { points: 30, seconds: fiveMinutes },
  'auth recover': { points: 30, seconds: fiveMinutes },
  'auth signup': { points: 30, seconds: fiveMinutes },
  /** Ways to another provider, back, and the exchange of a code: three for a sign-in. */
  'auth provider': { points: 90, seconds: fiveMinutes },
  /** Of one account, whose password is known by then. */
  'auth factor': { points: 10, seconds: fiveMinutes },
  'auth factorsOfDay': { points: 100, seconds: day },
  /** What six digits stand against guesses from many addresses. Links keep working. */
  'auth codesOfDay': { points: 50, seconds: day },
  'auth email to account': { points: 1, seconds: minute },
  'auth code to account': { points: 1, seconds: minute },
} as const satisfies Record<string, RequestLimit>;

export const requestLimits = {
  ...signInLimits,
  /** What an address has itself welcomed to. */
  welcome: { points: 30, seconds: fiveMinutes },
  /** Proving who asks, and deleting the account, in one session. */
  'confirm-session': { points: 20, seconds: hour },
  'delete-account': { points: 10, seconds: hour },
  /** Emails to an account, whoever of the team asks for them. */
  'email-by-team': { points: 1, seconds: minute },

  /** Requests with an API key. */
  'api-key': { points: 300, seconds: minute },
  /** Of a client's address. */
  'oauth-authorize': { points: 60, seconds: minute },
  'oauth-register': { points: 30, seconds: hour },
  'oauth-revoke': { points: 300, seconds: minute },
  'oauth-token': { points: 300, seconds: minute },
  /** Documents of programs that the site fetches, for a client's address and for all of them. */
  'program-document': { points: 30, seconds: minute },
  'program-documents': { points: 1_000, seconds: minute },

  /** Looking up codes, for one member or one address: enough for typing errors, too few for guessing. */
  code: { points: 20, seconds: tenMinutes },
  checkout: { points: 30, seconds: tenMinutes },
  'plan-change': { points: 30, seconds: tenMinutes },
  /** How often the provider is asked about an open checkout, and about a payment to confirm. */
  'checkout-state': { points: 1, seconds: 4 },
  'confirmation-state': { points: 1, seconds: 4 },

  /** Views counted per item and member; more would not reflect real interest. */
  views: { points: 10, seconds: minute },
  /** Against flooding, for each member. */
  'comment-minute': { points: 10, seconds: minute },
  'comment-hour': { points: 100, seconds: hour },
  'comment-report': { points: 30, seconds: hour },
  /** Emails to a member about replies; what comes meanwhile is in the next one. */
  'reply-email': { points: 1, seconds: quarterHour },
  /** Comparing two long texts is work for the processor; by one member. */
  difference: { points: 60, seconds: minute },
  /** Exports of an account's own data, and of the library. */
  export: { points: 20, seconds: hour },
  'library-export': { points: 20, seconds: hour },

  /** Bounces that an address sends. */
  bounce: { points: 600, seconds: minute },
  /** What an admin tries out. */
  'test-email': { points: 10, seconds: tenMinutes },
  'test-mailing': { points: 20, seconds: tenMinutes },
  'test-model': { points: 20, seconds: tenMinutes },
} as const satisfies Record<string, RequestLimit>;
export type RequestLimitName = keyof typeof requestLimits;
