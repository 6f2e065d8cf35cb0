import * as m from './words/messages.ts';

/** Every error code of `/api/v1` and `/functions/v1` with its HTTP status. */
export const errorStatus = {
  bad_request: 400,
  invalid_cursor: 400,
  invalid_signature: 400,
  not_signed_in: 401,
  invalid_token: 401,
  payment_declined: 402,
  forbidden: 403,
  second_factor_required: 403,
  insufficient_scope: 403,
  reauthentication_needed: 403,
  not_found: 404,
  conflict: 409,
  has_complimentary_plan: 409,
  has_subscribers: 409,
  confirmation_required: 409,
  consent_required: 409,
  model_off: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  daily_copy_limit_reached: 429,
  daily_run_limit_reached: 429,
  monthly_run_limit_reached: 429,
  over_request_rate_limit: 429,
  internal: 500,
  email_failed: 502,
  model_failed: 502,
  payments_unreachable: 502,
  payments_off: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** An error for the client: `message` is for people, `code` is stable for programs. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** Additional headers of the response. */
  readonly headers: readonly [string, string][];

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfterSeconds?: number; headers?: [string, string][]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? [];
  }

  get status() {
    return errorStatus[this.code];
  }
}

/** For a new record with the id of someone else's record. Reveals nothing about that one. */
export const idTaken = () => new AppError('conflict', m.id_taken());
