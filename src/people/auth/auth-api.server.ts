import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { bearerToken } from '#platform/bearer-token.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { askedLocale } from '#platform/language/choose-locale.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { createAdminUsersApi } from './accounts/admin-users-api.server.ts';
import type { AuthService } from './auth.service.server.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import {
  answerError,
  bodyTooLarge,
  bodyMetadata as metadata,
  readBody,
  redirectTo,
  bodyText as text,
  toAuthError,
} from './auth-http.server.ts';
import { createAuthLimits } from './auth-limits.server.ts';
import { createEmailApi } from './email/email-api.server.ts';
import { createPasskeysApi } from './passkeys/passkeys-api.server.ts';
import { createSocialApi } from './providers/social-api.server.ts';
import { createFactorsApi } from './second-factor/factors-api.server.ts';
import type { Device } from './sessions/sessions.server.ts';
import { off } from './unsupported-endpoints.server.ts';

const email = text.optional();
const shapes = {
  signup: z.object({ email, phone: text.optional(), password: text.default(''), data: metadata.nullish() }),
  password: z.object({ email, phone: text.optional(), password: text.default('') }),
  // Malformed tokens get the same answer as unknown ones.
  refresh: z.object({ refresh_token: text.catch('') }),
  pkce: z.object({ auth_code: text.default(''), code_verifier: text.default('') }),
  idToken: z.object({ provider: text.default(''), issuer: text.optional() }),
  user: z.object({
    email,
    phone: text.optional(),
    password: text.optional(),
    current_password: text.optional(),
    nonce: text.optional(),
    data: metadata.nullish(),
  }),
};
const maxBodyBytes = 1_048_576;
/** Clients send refresh tokens of 12 characters. */
const usualRefreshLength = 4_096;
const scopes = z.enum(['global', 'local', 'others']);

type Deps = { log: Log; rateLimits: RateLimits; clientAddress: (c: Context) => string };

/** The GoTrue protocol under `/auth/v1`; `@supabase/auth-js` is its client. */
export function createAuthApi(auth: AuthService, { log, rateLimits, clientAddress }: Deps) {
  const app = new Hono();
  app.onError((error, c) => answerError(toAuthError(error, log), c));
  app.use((c, next) =>
    inLanguage(askedLocale(c.req.header('cookie'), c.req.header('accept-language')), next),
  );
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    await next();
  });
  const limitBody = bodyLimit({
    maxSize: maxBodyBytes,
    onError: () => {
      throw bodyTooLarge();
    },
  });
  // If the length is known, the body needn't be turned into a stream to measure it.
  app.use((c, next) => {
    const length = c.req.header('content-length') ?? '';
    const isShort = /^\d+$/.test(length) && Number(length) <= maxBodyBytes;
    return isShort && c.req.header('transfer-encoding') === undefined ? next() : limitBody(c, next);
  });

  const limits = createAuthLimits(rateLimits, clientAddress);
  const { limit, limitPassword, limitRefreshes, limitEmails, limitNonces, limitFactor } = limits;
  const device = (c: Context): Device => ({
    userAgent: c.req.header('user-agent'),
    address: clientAddress(c),
  });
  const caller = (c: Context) => auth.caller(bearerToken(c.req.header('authorization')));

  // Link scanners and programs that only check a link send HEAD, which must not use it up, begin a sign-in or send a code.
  for (const path of ['/authorize', '/callback', '/reauthenticate', '/user/identities/authorize', '/verify'])
    app.get(path, async (c, next) => (c.req.method === 'HEAD' ? c.body(null, 200) : next()));

  app.get('/health', (c) =>
    c.json({ name: 'GoTrue', version: 'promptory', description: 'The GoTrue protocol, served by Promptory' }),
  );
  app.get('/settings', async (c) => {
    const { signup, confirm_email, passkeys, anonymous_sign_in } = await auth.signInSettings();
    return c.json({
      external: {
        email: true,
        phone: false,
        anonymous_users: anonymous_sign_in,
        ...Object.fromEntries((await auth.social.providers()).map(({ name }) => [name, true])),
      },
      disable_signup: signup !== 'open',
      mailer_autoconfirm: !confirm_email,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: passkeys,
    });
  });
  app.get('/.well-known/jwks.json', async (c) => c.json(await auth.tokens.jwks()));

  app.post('/signup', async (c) => {
    await limit(c, 'signup');
    const body = await readBody(c, shapes.signup);
    if (body.phone) throw off.phoneSignUp();
    if (!body.email && body.password) throw off.anonymous();
    if (!body.email) return c.json(await auth.signUpAnonymously(body.data ?? {}, device(c)));
    const request = { device: device(c), redirectTo: redirectTo(c) };
    if ((await auth.signInSettings()).confirm_email) await limitEmails('signup', body.email);
    return c.json(await auth.signUp(body.email, body.password, body.data ?? {}, request));
  });

  app.post('/token', async (c) => {
    const grantType = c.req.query('grant_type');
    if (grantType === 'password') {
      await limit(c, 'signIn');
      const body = await readBody(c, shapes.password);
      if (body.phone) throw off.phoneSignIn();
      if (!body.email) throw validationFailed('missing email or phone');
      await limit(c, 'accountFromAddress', body.email);
      return c.json(await auth.signIn(body.email, body.password, device(c)));
    }
    if (grantType === 'refresh_token') {
      // Before parsing, which would cost more than the token check.
      if ((await c.req.text()).length > usualRefreshLength) await limit(c, 'refresh');
      const body = await readBody(c, shapes.refresh);
      return c.json(await limitRefreshes(c, () => auth.refresh(body.refresh_token)));
    }
    if (grantType === 'pkce') {
      await limit(c, 'provider');
      const { auth_code, code_verifier } = await readBody(c, shapes.pkce);
      if (!auth_code || !code_verifier)
        throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
      return c.json(await auth.social.exchange(auth_code, code_verifier, device(c)));
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

  app.route('/', createEmailApi({ auth, device, caller, ...limits }));
  app.get('/user', async (c) => c.json(auth.user(await caller(c))));
  app.put('/user', async (c) => {
    const account = await caller(c);
    const { data, current_password, phone, ...body } = await readBody(c, shapes.user);
    if (phone) throw off.phoneCode();
    const { email: address, password, nonce } = body;
    // A password tried here is a guess like any other, because "same as before" confirms it.
    if ((password ?? current_password ?? nonce ?? address) !== undefined)
      await limitPassword(c, account.user.email);
    if (nonce !== undefined) await limitNonces(account.user.id);
    if (address !== undefined) await limitEmails('email_change', address);
    const change = { ...body, currentPassword: current_password, metadata: data ?? undefined };
    return c.json(await auth.updateUser(account, change, redirectTo(c)));
  });
  const { factors, recoveryCodes, passkeys } = auth;
  const hasKeys = async () => (await auth.signInSettings()).passkeys;
  app.route('/factors', createFactorsApi({ factors, recoveryCodes, hasKeys, caller, limitFactor }));
  const limitSignIn = (c: Context) => limit(c, 'signIn');
  const limitChallenge = (c: Context) => limit(c, 'challenge');
  app.route('/passkeys', createPasskeysApi({ passkeys, caller, device, limitSignIn, limitChallenge }));
  app.route('/', createAdminUsersApi({ users: auth.adminUsers, passkeys, tokens: auth.tokens }));
  app.post('/sso', () => {
    throw off.saml();
  });
  const limitWay = (c: Context) => limit(c, 'provider');
  app.route('/', createSocialApi({ ...auth, caller, device, limit: limitWay }));
  app.all('/*', () => {
    throw new AuthError(404, 'not_found', 'Endpoint not found');
  });
  return app;
}
