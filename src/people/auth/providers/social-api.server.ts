import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { signInFlowSeconds } from '#constants';
import { uuid } from '#platform/contract/contract-fields.ts';
import { AuthError, errorValues } from '../auth-error.ts';
import { refusalOfVisit } from '../auth-http.server.ts';
import type { Device } from '../sessions/sessions.server.ts';
import type { Caller, SignIns } from '../sessions/sign-ins.server.ts';
import type { Identities } from './identities.service.server.ts';
import type { FlowRequest, SocialSignIn } from './social-sign-in.service.server.ts';

type Deps = {
  social: SocialSignIn;
  identities: Identities;
  answer: SignIns['answer'];
  publicUrl: string;
  safeRedirect: (requested: string | undefined) => string;
  caller: (c: Context) => Promise<Caller>;
  device: (c: Context) => Device;
  /** Counts a redirect to a provider or back. @throws AuthError 429 */
  limit: (c: Context) => Promise<void>;
};

/** One cookie for each sign-in under way, so that two tabs don't disturb each other. */
const cookieOf = (state: string) => `sign-in-${state.slice(0, 8).replaceAll(/[^\w-]/g, '')}`;
function readJson(text: string | undefined): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
const requestOf = (c: Context): FlowRequest => ({
  provider: c.req.query('provider') ?? '',
  redirectTo: c.req.query('redirect_to'),
  challenge: c.req.query('code_challenge') || undefined,
  method: c.req.query('code_challenge_method') || undefined,
  agreedTo: readJson(c.req.query('agreed_to')),
});

/** The page that says why the sign-in was refused. */
function refusalAt(address: string, isPkce: boolean, failure: AuthError): string {
  const target = new URL(address);
  const values = errorValues(failure);
  if (isPkce) for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  target.hash = new URLSearchParams(values).toString();
  return target.href;
}

/** Sign-in at other providers: GoTrue's `/authorize`, `/callback` and `/user/identities`. */
export function createSocialApi(deps: Deps) {
  const { social, identities, answer, publicUrl, safeRedirect, caller, device, limit } = deps;
  const callback = new URL(`${publicUrl}/auth/v1/callback`);
  /** The browser that starts must be the one that returns, so that nobody finishes what somebody else began. */
  function remember(c: Context, { url, state, browser }: Awaited<ReturnType<SocialSignIn['begin']>>) {
    setCookie(c, cookieOf(state), browser, {
      path: callback.pathname,
      maxAge: signInFlowSeconds,
      httpOnly: true,
      sameSite: 'Lax',
      secure: callback.protocol === 'https:',
    });
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
  }

  return new Hono()
    .get('/authorize', async (c) => {
      try {
        await limit(c);
        return remember(c, await social.begin(requestOf(c)));
      } catch (error) {
        if (c.req.query('skip_http_redirect') === 'true') throw error;
        const { redirectTo, challenge } = requestOf(c);
        const refusal = refusalOfVisit(c, error);
        return c.redirect(refusalAt(safeRedirect(redirectTo), challenge !== undefined, refusal), 303);
      }
    })
    .get('/user/identities/authorize', async (c) => {
      const account = await caller(c);
      await limit(c);
      return remember(c, await social.beginLink(account, requestOf(c)));
    })
    .get('/callback', async (c) => {
      const refusal = await limit(c).catch((error) => refusalOfVisit(c, error));
      if (refusal) return c.redirect(refusalAt(`${publicUrl}/signin`, false, refusal), 303);
      const returned = new URL(callback);
      returned.search = new URL(c.req.url).search;
      const cookie = cookieOf(returned.searchParams.get('state') ?? '');
      const outcome = await social.comeBack(returned, getCookie(c, cookie) ?? '', device(c));
      setCookie(c, cookie, '', { path: callback.pathname, maxAge: 0 });
      if ('failure' in outcome)
        return c.redirect(refusalAt(outcome.target, outcome.isPkce, outcome.failure), 303);
      const target = new URL(outcome.target);
      if ('code' in outcome) target.searchParams.set('code', outcome.code);
      else {
        const session = await answer(outcome.started);
        target.hash = new URLSearchParams({
          access_token: session.access_token,
          expires_at: String(session.expires_at),
          expires_in: String(session.expires_in),
          refresh_token: session.refresh_token,
          token_type: 'bearer',
        }).toString();
      }
      return c.redirect(target.href, 303);
    })
    .delete('/user/identities/:id', async (c) => {
      const account = await caller(c);
      await identities.assertLinking();
      const id = uuid.safeParse(c.req.param('id'));
      if (!id.success) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
      await identities.unlink(account, id.data);
      return c.json({});
    });
}
