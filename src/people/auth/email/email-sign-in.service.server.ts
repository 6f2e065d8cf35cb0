import type { OperatorWriter } from '#access/writable.server.ts';
import type { JsonObject } from '#platform/database/database.types.ts';
import type { Vault } from '#platform/secret.server.ts';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { recordConsents } from '#site/own-pages/public/consents.server.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { insertAccount, normalizeEmail, requireEmail } from '../accounts/accounts.server.ts';
import { inventedUser } from '../accounts/user-shape.ts';
import { AuthError } from '../auth-error.ts';
import type { Device, Method } from '../sessions/sessions.server.ts';
import type { SignIns } from '../sessions/sign-ins.server.ts';
import { confirmEmailChange } from './email-change.server.ts';
import type { EmailLinks } from './email-links.server.ts';
import type { EmailRequests } from './email-requests.server.ts';
import { knownAddressEmail } from './emails.ts';
import { latestLinkFirst, type OneTimeTokens, type Purpose } from './one-time-tokens.server.ts';
import { proveAddress } from './prove-address.server.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  requestEmail: EmailRequests;
  links: EmailLinks;
  oneTimeTokens: OneTimeTokens;
  signIns: SignIns;
  signInSettings: LoadSignInSettings;
};
type NewAccount = { email: string; passwordHash: string | null; metadata: JsonObject; agreed?: AgreedTo };

/** The purposes that the protocol's `type` covers. */
const purposes = new Map<string, readonly Purpose[]>([
  ['recovery', ['recovery']],
  ['signup', ['signup']],
  ['invite', ['invite']],
  ['magiclink', ['magiclink']],
  ['email', ['magiclink', 'signup']],
  ['email_change', ['email_change_current', 'email_change_new']],
]);
/** Whether `type` is one of the protocol's for links in emails. */
export const isLinkType = (type: string) => purposes.has(type);
const methods: Partial<Record<Purpose, Method>> = {
  recovery: 'recovery',
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
};
export const halfConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Everything that uses a link or a code in an email. */
export function createEmailSignIn({
  db,
  vault,
  requestEmail,
  links,
  oneTimeTokens,
  signIns,
  signInSettings,
}: Parts) {
  async function startSession(
    transaction: OperatorWriter<'accounts'>,
    { userId, isNew, method, device }: { userId: string; isNew: boolean; method: Method; device: Device },
  ) {
    const started = await signIns.start(transaction, userId, method, device);
    if (isNew) await requestEmail({ kind: 'welcome', to: started.user.email }, transaction);
    return started;
  }

  return {
    /** Sends a recovery link; the answer does not reveal whether the account exists. */
    requestRecovery: (email: string, redirectTo: string | undefined): Promise<void> =>
      requestEmail({ kind: 'recovery', to: requireEmail(email), redirectTo }),

    /** @throws AuthError 422 if the owner hasn't enabled sign-in by email */
    async assertOn(): Promise<void> {
      if (!(await signInSettings()).email_sign_in)
        throw new AuthError(422, 'otp_disabled', 'Sign-in by email is disabled');
    },

    /** Sends a link and a code to sign in with. The answer doesn't reveal whether the account exists, or may sign up. */
    async requestSignIn(
      email: string,
      {
        redirectTo,
        createUser,
        metadata,
      }: { redirectTo: string | undefined; createUser: boolean; metadata: JsonObject },
    ): Promise<void> {
      await requestEmail({ kind: 'sign-in', to: requireEmail(email), redirectTo, createUser, metadata });
    },

    /** Creates an account that must be confirmed, or informs the owner of a known address by email. The answer is the same. */
    async signUpUnconfirmed(
      { email, passwordHash, metadata, agreed = {} }: NewAccount & { passwordHash: string },
      redirectTo: string | undefined,
    ) {
      await db.transaction().execute(async (transaction) => {
        const inserted = await insertAccount(transaction, {
          email,
          passwordHash,
          metadata,
          agreed,
          state: 'unconfirmed',
        });
        const user =
          inserted ??
          (await transaction
            .updateTable('auth.users')
            // The account is unconfirmed, and either password could be a stranger's, so whoever confirms it sets a new one.
            .set({ password_hash: null })
            .where('email', '=', email)
            .where('email_confirmed_at', 'is', null)
            .returningAll()
            .executeTakeFirst());
        // The earlier sign-up, and its consent, may be somebody else's.
        if (user && !inserted) {
          await transaction
            .deleteFrom('page_consents')
            .where('user_id', '=', user.id)
            .where('place', '=', 'signup')
            .execute();
          await recordConsents(transaction, transaction, { userId: user.id, agreed, place: 'signup' });
        }
        if (user) await links.send(transaction, { userId: user.id, purpose: 'signup', redirectTo });
        else await links.sendPlain(transaction, email, (site) => knownAddressEmail(email, site));
      });
      return inventedUser(vault, email, metadata);
    },

    /** Sends the requested email again. */
    resend: (kind: 'signup' | 'email_change', email: string, redirectTo: string | undefined): Promise<void> =>
      requestEmail({ kind, to: requireEmail(email), redirectTo }),

    /** Sends a code with which the owner proves who they are, to change the password or address. */
    async sendReauthentication(userId: string): Promise<void> {
      await db
        .transaction()
        .execute((transaction) => links.send(transaction, { userId, purpose: 'reauthentication' }));
    },

    /**
     * Uses up a link or code, and sends the welcome email if that opens the account.
     * @returns a session; `half` after the first of two confirmations of a new address; undefined if the link or code is unknown, used or
     * expired
     */
    async redeem(type: string, proof: { token: string } | { email: string; code: string }, device: Device) {
      const wanted = purposes.get(type);
      if (!wanted) return undefined;
      const address = 'email' in proof ? normalizeEmail(proof.email) : undefined;
      const started = await db.transaction().execute(async (transaction) => {
        let redeemed: Awaited<ReturnType<OneTimeTokens['redeemLink']>>;
        if ('token' in proof) redeemed = await oneTimeTokens.redeemLink(transaction, proof.token, wanted);
        else {
          const column = type === 'email_change' ? 'new_email' : 'email';
          const users = await transaction
            .selectFrom('auth.users')
            .select('id')
            .where((row) => row.or([row('email', '=', address ?? ''), row(column, '=', address ?? '')]))
            .orderBy(latestLinkFirst(wanted))
            .limit(3)
            .execute();
          for (const { id } of users.length > 0 ? users : [{ id: undefined }])
            redeemed ??= await oneTimeTokens.redeemCode(transaction, id, proof.code, wanted);
        }
        if (!redeemed) return undefined;
        const { userId, purpose } = redeemed;
        if (purpose === 'email_change_current' || purpose === 'email_change_new') {
          const outcome = await confirmEmailChange(transaction, { oneTimeTokens, links }, userId, purpose);
          if (outcome === undefined || outcome === 'half') return outcome;
          return startSession(transaction, { userId, isNew: outcome.isNew, method: 'email_change', device });
        }
        const method = methods[purpose];
        if (!method) return undefined;
        const { isNew } = await proveAddress(transaction, oneTimeTokens, userId, purpose);
        return startSession(transaction, { userId, isNew, method, device });
      });
      return started === undefined || started === 'half' ? started : signIns.answer(started);
    },

    redeemNonce: (userId: string, nonce: string) =>
      db
        .transaction()
        .execute((transaction) => oneTimeTokens.redeemCode(transaction, userId, nonce, ['reauthentication'])),
  };
}

export type EmailSignIn = ReturnType<typeof createEmailSignIn>;
