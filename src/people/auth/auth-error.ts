/** An error of the GoTrue protocol; its clients read `code` and `message`. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/** The parameters of a page that says why a sign-in was refused. */
export const errorValues = ({ status, code, message }: AuthError) => ({
  error: status >= 500 ? 'server_error' : 'access_denied',
  error_code: code,
  error_description: message,
});

export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message);
export const noToken = () =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
export const badToken = () =>
  new AuthError(
    403,
    'bad_jwt',
    'invalid JWT: unable to parse or verify signature, token is malformed or has expired',
  );
export const invalidCredentials = () =>
  new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
export const userNotFound = () =>
  new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
export const userExists = () => new AuthError(422, 'user_already_exists', 'User already registered');
export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
