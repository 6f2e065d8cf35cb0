import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { DB } from '#access/database.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { signInFlowSeconds } from '#constants';
import type { Log } from '#platform/observability/log.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import { type AgreedTo, agreedTo } from '#site/own-pages/public/agreed.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { EmailLinks } from '../email/email-links.server.ts';
import type { EmailRequests } from '../email/email-requests.server.ts';
import { assertFactorShown } from '../second-factor/factor-rules.ts';
import { lockAccount } from '../sessions/lock-account.server.ts';
import type { Device } from '../sessions/sessions.server.ts';
import type { Caller, SignIns } from '../sessions/sign-ins.server.ts';
import type { Identities } from './identities.service.server.ts';
import type { ProviderProfile } from './provider-profiles.server.ts';
import type { Providers } from './providers.server.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  log: Log;
  providers: Providers;
  identities: Identities;
  signIns: SignIns;
  links: EmailLinks;
  checkAgreed: (given: unknown) => Promise<AgreedTo>;
  requestEmail: EmailRequests;
};
/** The client's request; `challenge` is its PKCE code challenge. */
export type FlowRequest = {
  provider: string;
  redirectTo: string | undefined;
  challenge: string | undefined;
  method: string | undefined;
  /** The pages they agreed to, if they came to sign up. */
  agreedTo: unknown;
};
type Flow = Selectable<DB['auth.sign_in_flows']>;
/** Where the visitor is sent after returning from a provider, and with what. */
type Outcome =
  | { target: string; code: string }
  | { target: string; started: Awaited<ReturnType<SignIns['start']>> }
  | { target: string; isPkce: boolean; failure: AuthError };

const newSecret = () => randomBytes(32).toString('base64url');
const noFlow = () =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');

const wrongVerifier = () =>
  new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');

function isVerified(challenge: string, method: string | null, verifier: string): boolean {
  const shown = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [a, b] = [Buffer.from(shown), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** @throws AuthError 400 unless both are given and valid, or neither */
function checkPkce({ challenge, method }: FlowRequest) {
  if (!challenge && !method) return { code_challenge: null, code_challenge_method: null };
  const code_challenge_method = method?.toLowerCase();
  if (!challenge || (code_challenge_method !== 's256' && code_challenge_method !== 'plain'))
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  return { code_challenge: challenge, code_challenge_method } as const;
}

/** Sign-in at another provider: the redirect there, the return, and the exchange of the code. */
export function createSocialSignIn(parts: Parts) {
  const { db, vault, log, providers, identities, signIns, links, checkAgreed, requestEmail } = parts;
  const checksOf = (flow: Flow, state: string) => ({
    state,
    nonce: flow.nonce,
    verifier: vault.decrypt(flow.code_verifier_encrypted),
  });

  async function begin(request: FlowRequest, linkTo: Caller | undefined) {
    const pkce = checkPkce(request);
    const agreed = await checkAgreed(request.agreedTo);
    const provider = await providers.open(request.provider).catch(orUnreachable);
    const checks = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
    const browser = newSecret();
    const url = await provider.authorizationUrl(checks);
    await db.deleteFrom('auth.sign_in_flows').where('expires_at', '<', sql<Date>`now()`).execute();
    await db
      .insertInto('auth.sign_in_flows')
      .values({
        ...pkce,
        state_hash: vault.fingerprint(checks.state),
        browser_hash: vault.fingerprint(browser),
        provider: provider.name,
        nonce: checks.nonce,
        code_verifier_encrypted: vault.encrypt(checks.verifier),
        redirect_to: links.safeRedirect(request.redirectTo),
        agreed_to: JSON.stringify(agreed),
        link_session_id: linkTo?.session.id ?? null,
        expires_at: sql<Date>`now() + make_interval(secs => ${signInFlowSeconds})`,
      })
      .execute();
    return { url: url.href, state: checks.state, browser };
  }

  /** Works once, in the browser that started, until the flow expires. */
  const takeFlow = (state: string, browser: string) =>
    db
      .updateTable('auth.sign_in_flows')
      .set({ returned_at: sql`now()` })
      .where('state_hash', '=', vault.fingerprint(state))
      .where('browser_hash', '=', vault.fingerprint(browser))
      .where('returned_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returningAll()
      .executeTakeFirst();

  /** It isn't the visitor's fault if a provider is unavailable or its keys are wrong. */
  function orUnreachable(error: unknown): never {
    if (error instanceof AuthError) throw error;
    log.warn('A sign-in provider could not be reached', { error });
    throw new AuthError(503, 'provider_unavailable', 'The provider could not be reached. Try again later.', {
      retryAfter: 30,
    });
  }

  async function finish(flow: Flow, profile: ProviderProfile, device: Device): Promise<Outcome> {
    const target = flow.redirect_to;
    const code = flow.code_challenge === null ? undefined : newSecret();
    const prepared = await identities.prepare(flow.provider);
    const sessionId = flow.link_session_id;
    const agreed = agreedTo.parse(flow.agreed_to);
    const started = await db.transaction().execute(async (transaction) => {
      const { userId, opened } =
        sessionId === null
          ? await identities.signIn(transaction, flow.provider, profile, { ...prepared, agreed })
          : await identities.link(transaction, flow.provider, profile, { ...prepared, sessionId });
      if (opened !== undefined) await requestEmail({ kind: 'welcome', to: opened }, transaction);
      if (code === undefined) return signIns.start(transaction, userId, 'oauth', device);
      await transaction
        .updateTable('auth.sign_in_flows')
        .set({ code_hash: vault.fingerprint(code), user_id: userId })
        .where('id', '=', flow.id)
        .execute();
      return undefined;
    });
    return started ? { target, started } : { target, code: code ?? '' };
  }

  return {
    providers: providers.list,

    /** @returns the provider's URL, and the value that the browser must keep until it returns. @throws AuthError 400, 503 */
    begin: (request: FlowRequest) => begin(request, undefined),

    /** The same to link an identity to an account. @throws AuthError 400, 401, 404, 503 */
    async beginLink(caller: Caller, request: FlowRequest) {
      await identities.assertLinking();
      assertFactorShown(caller, 'AAL2 required to link an identity');
      signIns.assertRecent(caller, 'Linking an identity requires reauthentication');
      return begin(request, caller);
    },

    /** @param returned the full URL to which the provider sent the browser */
    async comeBack(returned: URL, browser: string, device: Device): Promise<Outcome> {
      const state = returned.searchParams.get('state') ?? '';
      const flow = await takeFlow(state, browser);
      const fail = (failure: AuthError): Outcome => ({
        target: flow?.redirect_to ?? links.safeRedirect(undefined),
        isPkce: Boolean(flow?.code_challenge),
        failure,
      });
      if (!flow) return fail(new AuthError(400, 'bad_oauth_state', 'OAuth state not found, used or expired'));
      if (returned.searchParams.has('error'))
        return fail(new AuthError(400, 'access_denied', 'The provider did not sign you in'));
      try {
        const provider = await providers.open(flow.provider);
        const profile = await provider.profile(returned, checksOf(flow, state));
        return await finish(flow, profile, device);
      } catch (error) {
        if (error instanceof AuthError) return fail(error);
        log.warn("A provider's response was rejected", { error });
        return fail(new AuthError(400, 'bad_oauth_callback', 'What the provider answered is not valid'));
      }
    },

    /** Exchanges a code for a session, once: a wrong verifier uses it up. @throws AuthError 400, 404 */
    async exchange(code: string, verifier: string, device: Device) {
      const code_hash = vault.fingerprint(code);
      const started = await db.transaction().execute(async (transaction) => {
        await lockAccount(
          transaction,
          transaction
            .selectFrom('auth.sign_in_flows')
            .select('user_id')
            .where('code_hash', '=', code_hash)
            .$asScalar(),
        );
        const flow = await transaction
          .deleteFrom('auth.sign_in_flows')
          .where('code_hash', '=', code_hash)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning(['user_id', 'code_challenge', 'code_challenge_method'])
          .executeTakeFirst();
        if (!flow?.user_id || !flow.code_challenge) return noFlow();
        if (!isVerified(flow.code_challenge, flow.code_challenge_method, verifier)) return wrongVerifier();
        return signIns.start(transaction, flow.user_id, 'oauth', device);
      });
      // Returned instead of thrown inside the transaction, so that the code stays used up.
      if (started instanceof AuthError) throw started;
      return signIns.answer(started);
    },
  };
}

export type SocialSignIn = ReturnType<typeof createSocialSignIn>;
