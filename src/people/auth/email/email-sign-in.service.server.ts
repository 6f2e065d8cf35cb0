import type { Database } from '#access/database.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { JsonObject } from '#platform/database/database.types.ts';
import type { Background } from '#platform/jobs/background.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { recordConsents } from '#site/own-pages/public/consents.server.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { insertAccount, normalizeEmail } from '../accounts/accounts.server.ts';
import { inventedUser } from '../accounts/user-shape.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { Device, Method } from '../sessions/sessions.server.ts';
import type { SignIns } from '../sessions/sign-ins.server.ts';
import { assertCanSignUp } from '../sign-in/sign-up-rules.ts';
import { confirmEmailChange } from './email-change.server.ts';
import type { EmailLinks } from './email-links.server.ts';
import { knownAddressEmail } from './emails.ts';
import type { OneTimeTokens, Purpose } from './one-time-tokens.server.ts';
import { proveAddress } from './prove-address.server.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  background: Background;
  links: EmailLinks;
  oneTimeTokens: OneTimeTokens;
  signIns: SignIns;
  signInSettings: LoadSignInSettings;
};
type NewAccount = { email: string; passwordHash: string | null; metadata: JsonObject; agreed?: AgreedTo };

/** What `type` of the protocol stands for. */
const purposes = new Map<string, readonly Purpose[]>([
  ['recovery', ['recovery']],
  ['signup', ['signup']],
  ['invite', ['invite']],
  ['magiclink', ['magiclink']],
  ['email', ['magiclink', 'signup']],
  ['email_change', ['email_change_current', 'email_change_new']],
]);
const methods: Partial<Record<Purpose, Method>> = {
  recovery: 'recovery',
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
};
export const halfConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Everything that goes through a link or a code in an email. */
export function createEmailSignIn({
  db,
  vault,
  background,
  links,
  oneTimeTokens,
  signIns,
  signInSettings,
}: Parts) {
  const findByEmail = (email: string, from: Database = db) =>
    from.selectFrom('auth.users').selectAll().where('email', '=', email).executeTakeFirst();

  /** Not waited for, so that the response time does not reveal whether the account exists. */
  const later = (work: () => Promise<void>): void =>
    background.run('An email with a link could not be sent', work);

  function requireEmail(text: string): string {
    const address = normalizeEmail(text);
    if (!address) throw validationFailed('Unable to validate email address: invalid format');
    return address;
  }

  async function sendRecovery(email: string, redirectTo: string | undefined) {
    const user = await findByEmail(email);
    if (user)
      await db
        .transaction()
        .execute((transaction) =>
          links.send(transaction, { userId: user.id, purpose: 'recovery', redirectTo }),
        );
  }

  /** @param newAccount makes one where there is none; undefined: nobody new */
  async function sendSignIn(
    email: string,
    redirectTo: string | undefined,
    newAccount: Omit<NewAccount, 'email'> | undefined,
  ) {
    await db.transaction().execute(async (transaction) => {
      const known = await findByEmail(email, transaction);
      const user =
        known ??
        (newAccount &&
          (await insertAccount(transaction, {
            email,
            passwordHash: null,
            metadata: newAccount.metadata,
            state: 'unconfirmed',
          })));
      if (!user) return;
      await links.send(transaction, { userId: user.id, purpose: 'magiclink', redirectTo });
    });
  }

  return {
    requireEmail,

    /** Sends a recovery link; the answer does not reveal whether the account exists. */
    requestRecovery(email: string, redirectTo: string | undefined): void {
      const address = requireEmail(email);
      later(() => sendRecovery(address, redirectTo));
    },

    /** @throws AuthError 422 where the owner has not switched sign-in by email on */
    async assertOn(): Promise<void> {
      if (!(await signInSettings()).email_sign_in)
        throw new AuthError(422, 'otp_disabled', 'Sign-in by email is disabled');
    },

    /** Sends a link and a code to sign in with. The answer does not reveal whether the account exists, nor whether it may. */
    async requestSignIn(
      email: string,
      {
        redirectTo,
        createUser,
        metadata,
      }: { redirectTo: string | undefined; createUser: boolean; metadata: JsonObject },
    ): Promise<void> {
      const address = requireEmail(email);
      const settings = await signInSettings();
      let isAllowed = createUser;
      try {
        assertCanSignUp(settings, address);
      } catch {
        isAllowed = false;
      }
      later(() => sendSignIn(address, redirectTo, isAllowed ? { passwordHash: null, metadata } : undefined));
    },

    /** Creates an account that waits for its confirmation, or tells the owner of a known address. The answer is the same. */
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
            // The account is unconfirmed, and either password could be a stranger's, so whoever confirms sets a new one.
            .set({ password_hash: null })
            .where('email', '=', email)
            .where('email_confirmed_at', 'is', null)
            .returningAll()
            .executeTakeFirst());
        // Whoever asked before may be somebody else, and so may their consent.
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

    /** Sends again what was asked for before. */
    resend(type: 'signup' | 'email_change', email: string, redirectTo: string | undefined): void {
      const address = requireEmail(email);
      later(async () => {
        const user = await db
          .selectFrom('auth.users')
          .selectAll()
          .where((row) =>
            type === 'signup'
              ? row.and([row('email', '=', address), row('email_confirmed_at', 'is', null)])
              : // Programs name the address that the account has, or the new one.
                row.or([
                  row('new_email', '=', address),
                  row.and([row('email', '=', address), row('new_email', 'is not', null)]),
                ]),
          )
          .executeTakeFirst();
        if (!user) return;
        const purpose = type === 'signup' ? 'signup' : 'email_change_new';
        await db
          .transaction()
          .execute((transaction) => links.send(transaction, { userId: user.id, purpose, redirectTo }));
      });
    },

    /** Sends a code that proves once more who asks, to change a password or an address. */
    async sendReauthentication(userId: string): Promise<void> {
      await db
        .transaction()
        .execute((transaction) => links.send(transaction, { userId, purpose: 'reauthentication' }));
    },

    /**
     * Uses a link or a code up. @returns a session, and whether the account opens with it; `half` for the first of the two confirmations of a new address; undefined for
     * what is unknown, used or expired.
     */
    async redeem(type: string, proof: { token: string } | { email: string; code: string }, device: Device) {
      const wanted = purposes.get(type);
      if (!wanted) return undefined;
      const address = 'email' in proof ? normalizeEmail(proof.email) : undefined;
      let isNew = false;
      const started = await db.transaction().execute(async (transaction) => {
        let redeemed: Awaited<ReturnType<OneTimeTokens['redeemLink']>>;
        if ('token' in proof) redeemed = await oneTimeTokens.redeemLink(transaction, proof.token, wanted);
        else {
          const column = type === 'email_change' ? 'new_email' : 'email';
          const users = await transaction
            .selectFrom('auth.users')
            .select('id')
            .where((row) => row.or([row('email', '=', address ?? ''), row(column, '=', address ?? '')]))
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
          ({ isNew } = outcome);
          return signIns.start(transaction, userId, 'email_change', device);
        }
        const method = methods[purpose];
        if (!method) return undefined;
        ({ isNew } = await proveAddress(transaction, oneTimeTokens, userId, purpose));
        return signIns.start(transaction, userId, method, device);
      });
      if (started === undefined || started === 'half') return started;
      return { session: await signIns.answer(started), isNew };
    },

    redeemNonce: (userId: string, nonce: string) =>
      db
        .transaction()
        .execute((transaction) => oneTimeTokens.redeemCode(transaction, userId, nonce, ['reauthentication'])),
  };
}

export type EmailSignIn = ReturnType<typeof createEmailSignIn>;
