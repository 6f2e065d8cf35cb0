import * as m from './words/messages.ts';

/** What an error code means, for its description; between backticks is code. */
export type ErrorMeaning = { status: number; meaning: string };

/** Every error code of `/api/v1` and `/functions/v1`. */
export const errorCodes = {
  bad_request: {
    status: 400,
    meaning: 'The request cannot be read, for example because its body is not JSON',
  },
  invalid_cursor: {
    status: 400,
    meaning: 'The list has not returned this cursor; start with its first page',
  },
  invalid_signature: { status: 400, meaning: 'The signature of an event from the payment provider is wrong' },
  not_signed_in: { status: 401, meaning: 'The endpoint needs a token or a key' },
  invalid_token: { status: 401, meaning: 'The token or key is invalid, has expired or was revoked' },
  payment_declined: { status: 402, meaning: 'The payment was declined; nothing has changed' },
  forbidden: {
    status: 403,
    meaning: 'The account or its plan does not permit this, or the endpoint is closed to keys and programs',
  },
  second_factor_required: { status: 403, meaning: 'The session has not proved its second factor yet' },
  insufficient_scope: {
    status: 403,
    meaning: 'The key or program lacks a scope, which the message names',
  },
  reauthentication_needed: {
    status: 403,
    meaning: 'The last sign-in or confirmation is too long ago; confirm with POST /api/v1/sessions/confirm',
  },
  not_found: { status: 404, meaning: 'Not found, or not visible to this viewer' },
  method_not_allowed: {
    status: 405,
    meaning: 'The address does not have this method; the `Allow` header names those it has',
  },
  conflict: { status: 409, meaning: 'The request conflicts with the current state; the message says how' },
  has_complimentary_plan: {
    status: 409,
    meaning: 'The account has a plan without payment that includes what the subscription would add',
  },
  has_subscribers: { status: 409, meaning: 'The plan cannot become free while members pay for it' },
  confirmation_required: {
    status: 409,
    meaning: 'The change takes away what the message names; confirm it with `confirm_losses`',
  },
  consent_required: { status: 409, meaning: 'The site asks for consent first; name it in `agreed_to`' },
  model_off: { status: 409, meaning: 'The site has no language model' },
  payload_too_large: { status: 413, meaning: 'The body or file is too large, or has too many values' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The content type or encoding of the body is not accepted',
  },
  validation_failed: { status: 422, meaning: 'A value is invalid; the message names it' },
  daily_copy_limit_reached: { status: 429, meaning: 'The copies of this day are used up' },
  daily_run_limit_reached: { status: 429, meaning: 'The runs of this day are used up' },
  monthly_run_limit_reached: { status: 429, meaning: 'The runs of this month are used up' },
  over_request_rate_limit: { status: 429, meaning: 'Too many requests' },
  internal: { status: 500, meaning: 'Something went wrong on our side' },
  not_implemented: { status: 501, meaning: '`/oembed` returns only JSON' },
  email_failed: { status: 502, meaning: 'The email server did not accept the email' },
  model_failed: { status: 502, meaning: 'The language model did not answer' },
  payments_unreachable: { status: 502, meaning: 'The payment provider could not be reached' },
  payments_off: { status: 503, meaning: 'The site takes no payments' },
  unavailable: { status: 503, meaning: 'Something that the site needs is unavailable; try again' },
} as const satisfies Record<string, ErrorMeaning>;

export type ErrorCode = keyof typeof errorCodes;

/** An error for the client: `message` is for people, `code` is stable for programs. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** Additional headers of the response. */
  readonly headers: readonly [string, string][];
  /** With `insufficient_scope`: all scopes that the request needs. */
  readonly scopes: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      retryAfterSeconds?: number;
      headers?: [string, string][];
      scopes?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? [];
    this.scopes = options.scopes ?? [];
  }

  get status() {
    return errorCodes[this.code].status;
  }
}

/** For a new record with the id of someone else's record. Reveals nothing about that one. */
export const idTaken = () => new AppError('conflict', m.id_taken());

/** For a create that is sent again with other values, after somebody has changed what it has created. */
export const changedSince = () => new AppError('conflict', m.refused_already_created());
