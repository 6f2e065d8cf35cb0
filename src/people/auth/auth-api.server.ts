import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Log } from '#platform/log.server.ts';
import type { RateLimits } from '#platform/rate-limits.server.ts';
import type { AuthService } from './auth.service.server.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import { answerError, readBody, toAuthError } from './auth-http.server.ts';
import { createAuthLimits } from './auth-limits.server.ts';
import { checkPhone, off } from './features-off.server.ts';

const noNul = (text: string) => !text.includes('\0') && text.isWellFormed();
const text = z.string().max(2_000).refine(noNul, 'contains characters that cannot be stored');
const metadata = z.record(z.string(), z.unknown());
const email = text.optional();
const shapes = {
  signup: z.object({ email, phone: text.optional(), password: text.default(''), data: metadata.nullish() }),
  password: z.object({ email, phone: text.optional(), password: text.default('') }),
  refresh: z.object({ refresh_token: text.default('') }),
  recover: z.object({ email: text.default('') }),
  verify: z.object({
    type: text.default(''),
    token_hash: text.optional(),
    token: text.optional(),
    email,
    phone: text.optional(),
  }),
  idToken: z.object({ provider: text.default(''), issuer: text.optional() }),
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

  const { limit, limitPassword, limitEmails } = createAuthLimits(rateLimits, clientAddress);
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
    if (body.phone) throw off.phoneSignUp();
    if (!body.email) throw off.anonymous();
    return c.json(await auth.signUp(body.email, body.password, body.data ?? {}, userAgent(c)));
  });

  app.post('/token', async (c) => {
    const grantType = c.req.query('grant_type');
    if (grantType === 'password') {
      const body = await readBody(c, shapes.password);
      if (body.phone) throw off.phoneSignIn();
      if (!body.email) throw validationFailed('missing email or phone');
      await limitPassword(c, body.email);
      return c.json(await auth.signIn(body.email, body.password, userAgent(c)));
    }
    if (grantType === 'refresh_token') {
      const body = await readBody(c, shapes.refresh);
      await limit(c, 'refresh');
      return c.json(await auth.refresh(body.refresh_token));
    }
    if (grantType === 'web3') throw off.web3();
    if (grantType === 'id_token') {
      const { provider, issuer } = await readBody(c, shapes.idToken);
      throw off.idToken(issuer ?? provider);
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
    // Programs that look at the links in an email ask this way. It must not use the link up.
    if (c.req.method === 'HEAD') return c.body(null, 200);
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
    if (body.phone !== undefined) checkPhone(body.phone);
    const token = body.token_hash ?? body.token ?? '';
    const session = body.type === 'recovery' ? await auth.redeemRecovery(token, userAgent(c)) : undefined;
    if (!session) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
    return c.json(session);
  });

  app.get('/user', async (c) => c.json(auth.user(await caller(c))));
  app.put('/user', async (c) => {
    const account = await caller(c);
    const { email: address, password, current_password, data } = await readBody(c, shapes.user);
    // A password that is tried here is a guess like any other: "same as before" answers it too.
    if (password !== undefined || current_password !== undefined) await limitPassword(c, account.user.email);
    return c.json(
      await auth.updateUser(account, {
        email: address,
        password,
        currentPassword: current_password,
        metadata: data ?? undefined,
      }),
    );
  });
  app.post('/sso', () => {
    throw off.saml();
  });
  app.get('/authorize', () => {
    throw off.provider();
  });
  app.on(['GET', 'DELETE'], ['/user/identities/authorize', '/user/identities/:id'], async (c) => {
    await caller(c);
    throw off.manualLinking();
  });
  app.all('/*', () => {
    throw new AuthError(404, 'not_found', 'Endpoint not found');
  });
  return app;
}
