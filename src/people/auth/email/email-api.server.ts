import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { isStorable } from '#platform/text/storable.ts';
import { requireEmail } from '../accounts/accounts.server.ts';
import { checkUserMetadata } from '../accounts/user-metadata.ts';
import type { AuthService } from '../auth.service.server.ts';
import { AuthError, errorValues, validationFailed } from '../auth-error.ts';
import {
  bodyMetadata as metadata,
  readBody,
  redirectTo,
  refusalOfVisit,
  bodyText as text,
} from '../auth-http.server.ts';
import type { AuthLimits } from '../auth-limits.server.ts';
import type { Device } from '../sessions/sessions.server.ts';
import type { Caller } from '../sessions/sign-ins.server.ts';
import { checkPhone, off } from '../unsupported-endpoints.server.ts';
import { halfConfirmed, isLinkType } from './email-sign-in.service.server.ts';

const email = text.optional();
const shapes = {
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
};

/** A person who follows a link gets the reason on a page, such as that the account is suspended. */
function asRefusal(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  throw error;
}

type Deps = Pick<AuthLimits, 'limit' | 'limitEmails' | 'limitOwnCodes' | 'limitCodes'> & {
  auth: AuthService;
  caller: (c: Context) => Promise<Caller>;
  device: (c: Context) => Device;
};

/** Endpoints for links and codes in emails. */
export function createEmailApi(deps: Deps) {
  const { auth, caller, device, limit, limitEmails, limitOwnCodes, limitCodes } = deps;
  const routes = new Hono();
  routes.post('/recover', async (c) => {
    await limit(c, 'recover');
    const body = await readBody(c, shapes.recover);
    if (!body.email) throw validationFailed('Password recovery requires an email');
    await limitEmails('recovery', body.email);
    await auth.emailSignIn.requestRecovery(body.email, redirectTo(c));
    return c.json({});
  });

  routes.post('/otp', async (c) => {
    await limit(c, 'recover');
    const body = await readBody(c, shapes.otp);
    if (body.phone) throw off.phoneCode();
    const address = requireEmail(body.email ?? '');
    const request = {
      redirectTo: redirectTo(c),
      createUser: body.create_user,
      metadata: checkUserMetadata(body.data ?? {}),
    };
    await auth.emailSignIn.assertOn();
    await limitEmails('sign-in', address);
    await auth.emailSignIn.requestSignIn(address, request);
    return c.json({});
  });

  routes.post('/resend', async (c) => {
    await limit(c, 'recover');
    const { type, ...body } = await readBody(c, shapes.resend);
    if (type === 'sms' || type === 'phone_change') throw off.phoneCode();
    if (type !== 'signup' && type !== 'email_change')
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
    if (!body.email) throw validationFailed('Type provided requires an email address');
    await limitEmails(type, body.email);
    await auth.emailSignIn.resend(type, body.email, redirectTo(c));
    return c.json({});
  });

  routes.get('/reauthenticate', async (c) => {
    const { user } = await caller(c);
    if (user.is_anonymous)
      throw validationFailed('Reauthentication requires the user to have an email or a phone number');
    await limitOwnCodes(user.id);
    await auth.emailSignIn.sendReauthentication(user.id);
    return c.json({});
  });

  routes.get('/verify', async (c) => {
    const target = auth.safeRedirect(c.req.query('redirect_to'));
    const { token = c.req.query('token_hash') ?? '', type } = c.req.query();
    const refusal = await limit(c, 'verify').catch((error) => refusalOfVisit(c, error));
    if (refusal) return c.redirect(`${target}#${new URLSearchParams(errorValues(refusal))}`, 303);
    const redeemed = isStorable(token)
      ? await auth.emailSignIn.redeem(type ?? '', { token }, device(c)).catch(asRefusal)
      : undefined;
    let fragment: Record<string, string>;
    if (redeemed === 'half') fragment = { message: halfConfirmed };
    else if (redeemed instanceof AuthError) fragment = errorValues(redeemed);
    else if (redeemed) {
      fragment = {
        access_token: redeemed.access_token,
        expires_at: String(redeemed.expires_at),
        expires_in: String(redeemed.expires_in),
        refresh_token: redeemed.refresh_token,
        token_type: 'bearer',
        type: type ?? '',
      };
    } else {
      fragment = {
        error: 'access_denied',
        error_code: 'otp_expired',
        error_description: 'Email link is invalid or has expired',
        // Invited people have no password to reset, so the page needs the type.
        ...(type === 'invite' && { type }),
      };
    }
    return c.redirect(`${target}#${new URLSearchParams(fragment)}`, 303);
  });

  routes.post('/verify', async (c) => {
    await limit(c, 'verify');
    const { type, token, token_hash, email: address, phone } = await readBody(c, shapes.verify);
    if (!type) throw validationFailed('Verify requires a verification type');
    if (Boolean(token) === Boolean(token_hash))
      throw validationFailed('Verify requires either a token or a token hash');
    if (token_hash && !isLinkType(type)) throw validationFailed('Invalid email verification type');
    if (phone !== undefined) checkPhone(phone);
    const isCode = token !== undefined && /^\d{6}$/.test(token);
    if (isCode && !address && phone === undefined)
      throw validationFailed('Only an email address or phone number should be provided on verify');
    if (isCode && address) await limitCodes(address);
    // A link's token is accepted as `token` and as `token_hash`.
    const proof = isCode && address ? { email: address, code: token } : { token: token_hash || token || '' };
    const redeemed = await auth.emailSignIn.redeem(type, proof, device(c));
    if (!redeemed) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
    if (redeemed === 'half') return c.json({ msg: halfConfirmed, code: '200' });
    return c.json(redeemed);
  });
  return routes;
}
