import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { askedLocale } from '#platform/choose-locale.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { RateLimits } from '#platform/rate-limits.server.ts';
import { inLanguage } from '#platform/spoken-locale.server.ts';
import { createAdminApi } from './admin-api.server.ts';
import type { AuthService } from './auth.service.server.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import { answerError, readBody, toAuthError } from './auth-http.server.ts';
import { createAuthLimits } from './auth-limits.server.ts';
import { halfConfirmed } from './email-sign-in.service.server.ts';
import { createFactorsApi } from './factors-api.server.ts';
import { checkPhone, off } from './features-off.server.ts';
import { createPasskeysApi } from './passkeys-api.server.ts';
import type { Device } from './sessions.server.ts';
import { createSocialApi } from './social-api.server.ts';
import { checkUserMetadata } from './user-metadata.ts';

const noNul = (text: string) => !text.includes('\0') && text.isWellFormed();
const text = z.string().max(2_000).refine(noNul, 'contains characters that cannot be stored');
const metadata = z.record(z.string(), z.unknown());
const email = text.optional();
const shapes = {
  signup: z.object({ email, phone: text.optional(), password: text.default(''), data: metadata.nullish() }),
  password: z.object({ email, phone: text.optional(), password: text.default('') }),
  refresh: z.object({ refresh_token: text.default('') }),
  pkce: z.object({ auth_code: text.default(''), code_verifier: text.default('') }),
  recover: z.object({ email: text.default('') }),
  otp: z.object({
    email,
    phone: text.optional(),
    create_user: z.boolean().default(true),
    data: metadata.nullish(),
  }),
  resend: z.object({ type: text.default(''), email, phone: text.optional() }),
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
    nonce: text.optional(),
    data: metadata.nullish(),
  }),
};
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
  app.use(
    bodyLimit({
      maxSize: 1_048_576,
      onError: () => {
        throw new AuthError(413, 'request_too_large', 'Request body is too large');
      },
    }),
  );

  const { limit, limitPassword, limitEmails, limitCodes, limitFactor } = createAuthLimits(
    rateLimits,
    clientAddress,
  );
  const device = (c: Context): Device => ({
    userAgent: c.req.header('user-agent'),
    address: clientAddress(c),
  });
  const redirectTo = (c: Context) => c.req.query('redirect_to');
  /** Not waited for: an account that has just opened gets its welcome. */
  const welcome = ({ isNew, session }: { isNew: boolean; session: { user: { email: string } } }) => {
    if (isNew)
      auth
        .sendWelcome(session.user.email)
        .catch((error: unknown) => log.error('A welcome email could not be sent', { error }));
  };
  const caller = (c: Context) =>
    auth.caller(/^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]);

  app.get('/health', (c) =>
    c.json({ name: 'GoTrue', version: 'promptory', description: 'The GoTrue protocol, served by Promptory' }),
  );
  app.get('/settings', async (c) => {
    const { signup, confirm_email, passkeys, anonymous_sign_in } = await auth.signInSettings();
    return c.json({
      external: {
        ...{ email: true, phone: false, anonymous_users: anonymous_sign_in },
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
    const body = await readBody(c, shapes.signup);
    await limit(c, 'signup');
    if (body.phone) throw off.phoneSignUp();
    if (!body.email && body.password) throw off.anonymous();
    if (!body.email) return c.json(await auth.signUpAnonymously(body.data ?? {}, device(c)));
    const request = { device: device(c), redirectTo: redirectTo(c) };
    if ((await auth.signInSettings()).confirm_email) await limitEmails(body.email);
    return c.json(await auth.signUp(body.email, body.password, body.data ?? {}, request));
  });

  app.post('/token', async (c) => {
    const grantType = c.req.query('grant_type');
    if (grantType === 'password') {
      const body = await readBody(c, shapes.password);
      if (body.phone) throw off.phoneSignIn();
      if (!body.email) throw validationFailed('missing email or phone');
      await limitPassword(c, body.email);
      return c.json(await auth.signIn(body.email, body.password, device(c)));
    }
    if (grantType === 'refresh_token') {
      const body = await readBody(c, shapes.refresh);
      await limit(c, 'refresh');
      return c.json(await auth.refresh(body.refresh_token));
    }
    if (grantType === 'pkce') {
      const { auth_code, code_verifier } = await readBody(c, shapes.pkce);
      await limit(c, 'provider');
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

  app.post('/recover', async (c) => {
    const body = await readBody(c, shapes.recover);
    if (!body.email) throw validationFailed('Password recovery requires an email');
    await limit(c, 'recover');
    await limitEmails(body.email);
    auth.emailSignIn.requestRecovery(body.email, redirectTo(c));
    return c.json({});
  });

  app.post('/otp', async (c) => {
    const body = await readBody(c, shapes.otp);
    await limit(c, 'recover');
    if (body.phone) throw off.phoneCode();
    const address = auth.emailSignIn.requireEmail(body.email ?? '');
    const request = {
      redirectTo: redirectTo(c),
      createUser: body.create_user,
      metadata: checkUserMetadata(body.data ?? {}),
    };
    await auth.emailSignIn.assertOn();
    await limitEmails(address);
    await auth.emailSignIn.requestSignIn(address, request);
    return c.json({});
  });

  app.post('/resend', async (c) => {
    const { type, ...body } = await readBody(c, shapes.resend);
    await limit(c, 'recover');
    if (type === 'sms' || type === 'phone_change') throw off.phoneCode();
    if (type !== 'signup' && type !== 'email_change')
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
    if (!body.email) throw validationFailed('Type provided requires an email address');
    await limitEmails(body.email);
    auth.emailSignIn.resend(type, body.email, redirectTo(c));
    return c.json({});
  });

  app.get('/reauthenticate', async (c) => {
    const { user } = await caller(c);
    await limitEmails(user.email);
    await auth.emailSignIn.sendReauthentication(user);
    return c.json({});
  });

  app.get('/verify', async (c) => {
    // Programs that look at the links in an email ask this way. It must not use the link up.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    const target = auth.safeRedirect(c.req.query('redirect_to'));
    const { token = c.req.query('token_hash') ?? '', type } = c.req.query();
    await limit(c, 'verify');
    const redeemed = noNul(token)
      ? await auth.emailSignIn.redeem(type ?? '', { token }, device(c))
      : undefined;
    let fragment: Record<string, string>;
    if (redeemed === 'half') fragment = { message: halfConfirmed };
    else if (redeemed) {
      const { session } = redeemed;
      welcome(redeemed);
      fragment = {
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        token_type: 'bearer',
        type: type ?? '',
      };
    } else {
      fragment = {
        error: 'access_denied',
        error_code: 'otp_expired',
        error_description: 'Email link is invalid or has expired',
      };
    }
    return c.redirect(`${target}#${new URLSearchParams(fragment)}`, 303);
  });

  app.post('/verify', async (c) => {
    const { type, ...body } = await readBody(c, shapes.verify);
    await limit(c, 'verify');
    if (body.phone !== undefined) checkPhone(body.phone);
    const code = body.token ?? '';
    // A link's own token is taken under both names.
    const isCode = body.token_hash === undefined && body.email !== undefined && /^\d{6}$/.test(code);
    if (isCode) await limitCodes(body.email ?? '');
    const proof = isCode ? { email: body.email ?? '', code } : { token: body.token_hash ?? code };
    const redeemed = await auth.emailSignIn.redeem(type, proof, device(c));
    if (!redeemed) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
    if (redeemed === 'half') return c.json({ msg: halfConfirmed, code: '200' });
    welcome(redeemed);
    return c.json(redeemed.session);
  });

  app.get('/user', async (c) => c.json(auth.user(await caller(c))));
  app.put('/user', async (c) => {
    const account = await caller(c);
    const { data, current_password, ...body } = await readBody(c, shapes.user);
    const { email: address, password, nonce } = body;
    // A password that is tried here is a guess like any other: "same as before" answers it too.
    if ((password ?? current_password ?? nonce ?? address) !== undefined)
      await limitPassword(c, account.user.email);
    if (address !== undefined) await limitEmails(address);
    const change = { ...body, currentPassword: current_password, metadata: data ?? undefined };
    return c.json(await auth.updateUser(account, change, redirectTo(c)));
  });
  const { factors, recoveryCodes, passkeys } = auth;
  const hasKeys = async () => (await auth.signInSettings()).passkeys;
  app.route('/factors', createFactorsApi({ factors, recoveryCodes, hasKeys, caller, limitFactor }));
  const limitSignIn = (c: Context) => limit(c, 'signIn');
  app.route('/passkeys', createPasskeysApi({ passkeys, caller, device, limitSignIn }));
  app.route('/', createAdminApi({ users: auth.adminUsers, passkeys, tokens: auth.tokens }));
  app.post('/sso', () => {
    throw off.saml();
  });
  const { social, identities, answer, publicUrl } = auth;
  const limitWay = (c: Context) => limit(c, 'provider');
  app.route('/', createSocialApi({ social, identities, answer, publicUrl, caller, device, limit: limitWay }));
  app.all('/*', () => {
    throw new AuthError(404, 'not_found', 'Endpoint not found');
  });
  return app;
}
