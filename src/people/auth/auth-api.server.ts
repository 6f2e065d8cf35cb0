import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { isDatabaseAway } from '#platform/database.server.ts';
import type { Log } from '#platform/log.server.ts';
import { outages } from '#platform/outage-log.server.ts';
import type { RateLimit, RateLimits } from '#platform/rate-limits.server.ts';
import type { AuthService } from './auth.service.server.ts';
import { AuthError, invalidCredentials, validationFailed } from './auth-error.ts';

const apiVersion = '2024-01-01';
const versionHeader = 'X-Supabase-Api-Version';
const fiveMinutes = 300;

/**
 * Limits per client address. Tries at one account's password are counted for that account and address together: counted for the
 * account alone, anybody could lock its owner out. None counts all visitors together: one could close it for all.
 */
const limits = {
  signIn: { points: 150, seconds: fiveMinutes },
  accountFromAddress: { points: 30, seconds: fiveMinutes },
  refresh: { points: 150, seconds: fiveMinutes },
  verify: { points: 30, seconds: fiveMinutes },
  recover: { points: 30, seconds: fiveMinutes },
  signup: { points: 30, seconds: fiveMinutes },
  emailToAccount: { points: 1, seconds: 60 },
} satisfies Record<string, RateLimit>;

const noNul = (text: string) => !text.includes('\0') && text.isWellFormed();
const text = z.string().max(2_000).refine(noNul, 'contains characters that cannot be stored');
const metadata = z.record(z.string(), z.unknown());
const email = text.optional();
const shapes = {
  signup: z.object({ email, phone: text.optional(), password: text.default(''), data: metadata.nullish() }),
  password: z.object({ email, phone: text.optional(), password: text.default('') }),
  refresh: z.object({ refresh_token: text.default('') }),
  recover: z.object({ email: text.default('') }),
  verify: z.object({ type: text.default(''), token_hash: text.optional(), token: text.optional(), email }),
  user: z.object({
    email,
    password: text.optional(),
    current_password: text.optional(),
    data: metadata.nullish(),
  }),
};
const scopes = z.enum(['global', 'local', 'others']);

type Deps = { log: Log; rateLimits: RateLimits; clientAddress: (c: Context) => string };

/** The GoTrue protocol under `/auth/v1`; `@supabase/auth-js` is its client. */
export function createAuthApi(auth: AuthService, { log, rateLimits, clientAddress }: Deps) {
  const app = new Hono();
  app.onError((error, c) => answerError(toAuthError(error, log), c));
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: 1_048_576,
      onError: () => {
        throw new AuthError(413, 'request_too_large', 'Request body is too large');
      },
    }),
  );

  const limit = async (c: Context, name: keyof typeof limits, account = '') => {
    const key = `address ${clientAddress(c)} ${account.trim().toLowerCase()}`.trim();
    const wait = await rateLimits.take(`auth ${name}`, limits[name], key);
    if (wait > 0)
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait });
  };
  const limitPassword = async (c: Context, account: string) => {
    await limit(c, 'signIn');
    await limit(c, 'accountFromAddress', account);
  };
  /** Counts known and unknown addresses alike, so that the limit does not reveal who has an account. */
  const limitEmails = async (account: string) => {
    const key = account.trim().toLowerCase();
    const wait = await rateLimits.take('auth email to account', limits.emailToAccount, key);
    if (wait > 0) {
      const message = `For security purposes, you can only request this after ${wait} seconds.`;
      throw new AuthError(429, 'over_email_send_rate_limit', message, { retryAfter: wait });
    }
  };
  const userAgent = (c: Context) => c.req.header('user-agent');
  const caller = (c: Context) =>
    auth.caller(/^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]);

  app.get('/health', (c) =>
    c.json({ name: 'GoTrue', version: 'promptory', description: 'The GoTrue protocol, served by Promptory' }),
  );
  app.get('/settings', (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }),
  );
  app.get('/.well-known/jwks.json', async (c) => c.json(await auth.tokens.jwks()));

  app.post('/signup', async (c) => {
    const body = await readBody(c, shapes.signup);
    await limit(c, 'signup');
    if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
    if (!body.email)
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    return c.json(await auth.signUp(body.email, body.password, body.data ?? {}, userAgent(c)));
  });

  app.post('/token', async (c) => {
    const grantType = c.req.query('grant_type');
    if (grantType === 'password') {
      const body = await readBody(c, shapes.password);
      if (!body.email) throw validationFailed('missing email or phone');
      await limitPassword(c, body.email);
      return c.json(await auth.signIn(body.email, body.password, userAgent(c)));
    }
    if (grantType === 'refresh_token') {
      const body = await readBody(c, shapes.refresh);
      await limit(c, 'refresh');
      return c.json(await auth.refresh(body.refresh_token));
    }
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  });

  app.post('/logout', async (c) => {
    const scope = scopes.safeParse(c.req.query('scope') ?? 'global');
    if (!scope.success) throw validationFailed(`Unsupported logout scope "${c.req.query('scope')}"`);
    await auth.signOut(await caller(c), scope.data);
    return c.body(null, 204);
  });

  app.post('/recover', async (c) => {
    const body = await readBody(c, shapes.recover);
    if (!body.email) throw validationFailed('Password recovery requires an email');
    await limit(c, 'recover');
    await limitEmails(body.email);
    auth.requestRecovery(body.email, c.req.query('redirect_to'));
    return c.json({});
  });

  app.get('/verify', async (c) => {
    const target = auth.safeRedirect(c.req.query('redirect_to'));
    const { token = c.req.query('token_hash') ?? '', type } = c.req.query();
    await limit(c, 'verify');
    const session =
      type === 'recovery' && noNul(token) ? await auth.redeemRecovery(token, userAgent(c)) : undefined;
    const fragment: Record<string, string> = session
      ? {
          access_token: session.access_token,
          expires_at: String(session.expires_at),
          expires_in: String(session.expires_in),
          refresh_token: session.refresh_token,
          token_type: 'bearer',
          type: 'recovery',
        }
      : {
          error: 'access_denied',
          error_code: 'otp_expired',
          error_description: 'Email link is invalid or has expired',
        };
    return c.redirect(`${target}#${new URLSearchParams(fragment)}`, 303);
  });

  app.post('/verify', async (c) => {
    const body = await readBody(c, shapes.verify);
    await limit(c, 'verify');
    const token = body.token_hash ?? body.token ?? '';
    const session = body.type === 'recovery' ? await auth.redeemRecovery(token, userAgent(c)) : undefined;
    if (!session) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
    return c.json(session);
  });

  app.get('/user', async (c) => c.json(auth.user(await caller(c))));
  app.put('/user', async (c) => {
    const account = await caller(c);
    const { email: address, password, current_password, data } = await readBody(c, shapes.user);
    if (current_password !== undefined) await limitPassword(c, account.user.email);
    return c.json(
      await auth.updateUser(account, {
        email: address,
        password,
        currentPassword: current_password,
        metadata: data ?? undefined,
      }),
    );
  });
  app.all('/*', () => {
    throw new AuthError(404, 'not_found', 'Endpoint not found');
  });
  return app;
}

async function readBody<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.output<Shape>> {
  const raw = await c.req.text();
  // A page of another origin can send forms and plain text without asking first, but no JSON.
  if (raw !== '' && !/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new AuthError(415, 'validation_failed', 'Content-Type must be application/json');
  let value: unknown;
  try {
    value = raw === '' ? {} : JSON.parse(raw);
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw validationFailed(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is invalid'}`);
}

function toAuthError(error: Error, log: Log): AuthError {
  if (error instanceof AuthError) return error;
  if (isDatabaseAway(error)) {
    outages(log).away(error);
    return new AuthError(503, 'unavailable', 'The database is unavailable. Please try again.', {
      retryAfter: 2,
    });
  }
  if ('code' in error && /^22/.test(String(error.code))) return invalidCredentials();
  log.error('An auth request failed', { error });
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again');
}

/** Errors in the format of the API version that the client asks for. */
function answerError({ status, code, message, extra }: AuthError, c: Context) {
  const { retryAfter, ...details } = extra;
  const requested = c.req.header(versionHeader);
  const isNew = requested !== undefined && requested >= apiVersion;
  c.header('x-sb-error-code', code);
  // The rest of a body that is too large is not read, so the connection cannot be reused.
  if (status === 413) c.header('Connection', 'close');
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  if (isNew) c.header(versionHeader, apiVersion);
  const body = isNew
    ? { code, message, ...details }
    : { code: status, error_code: code, msg: message, ...details };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...Object.fromEntries(c.res.headers), 'content-type': 'application/json' },
  });
}
