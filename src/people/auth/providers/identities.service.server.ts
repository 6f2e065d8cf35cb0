import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { limits } from '#constants';
import { cutText } from '#platform/text/cut-text.ts';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { recordConsents } from '#site/own-pages/public/consents.server.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import type { SignInSettings } from '#site/settings/public/sign-in-settings.ts';
import { insertAccount } from '../accounts/accounts.server.ts';
import { nameAccount } from '../accounts/anonymous.server.ts';
import { AuthError } from '../auth-error.ts';
import type { EmailLinks } from '../email/email-links.server.ts';
import { identityLinkedEmail } from '../email/emails.ts';
import type { OneTimeTokens } from '../email/one-time-tokens.server.ts';
import { proveAddress } from '../email/prove-address.server.ts';
import { assertFactorShown } from '../second-factor/factor-rules.ts';
import { lockAccount, lockOwnAccount, sessionNotFound } from '../sessions/lock-account.server.ts';
import { assertNotBanned, type Caller } from '../sessions/sign-ins.server.ts';
import { assertCanSignUp } from '../sign-in/sign-up-rules.ts';
import { off } from '../unsupported-endpoints.server.ts';
import type { ProviderProfile } from './provider-profiles.server.ts';
import type { Providers } from './providers.server.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  providers: Providers;
  oneTimeTokens: OneTimeTokens;
  links: EmailLinks;
  signInSettings: LoadSignInSettings;
};
type Transaction = OperatorWriter<'accounts'>;
/** `opened`: the address, if the account is new or was a trial. */
type Reached = { userId: string; opened?: string | undefined };
/** Read before the transaction, because inside it would wait for a second connection. */
type Prepared = { settings: SignInSettings; label: string };

const unproved = () =>
  new AuthError(
    422,
    'provider_email_needs_verification',
    'This provider has not confirmed your email address',
  );

/** Identities at other providers, and the accounts that they open here. */
export function createIdentities({ db, providers, oneTimeTokens, links, signInSettings }: Parts) {
  const ownerOf = (transaction: Transaction, provider: string, { subject }: ProviderProfile) =>
    transaction
      .selectFrom('auth.identities')
      .select('user_id')
      .where('provider', '=', provider)
      .where('provider_id', '=', subject);

  /** Updates when a known identity was last used. @returns its account */
  async function used(transaction: Transaction, provider: string, profile: ProviderProfile) {
    await lockAccount(transaction, ownerOf(transaction, provider, profile).$asScalar());
    const row = await transaction
      .updateTable('auth.identities')
      .set({ last_sign_in_at: sql`now()`, updated_at: sql`now()` })
      .where('provider', '=', provider)
      .where('provider_id', '=', profile.subject)
      .returning('user_id')
      .executeTakeFirst();
    return row?.user_id;
  }

  async function insert(
    transaction: Transaction,
    userId: string,
    provider: string,
    profile: ProviderProfile,
  ) {
    const { subject, email, name, picture } = profile;
    const data = {
      sub: subject,
      provider_id: subject,
      email_verified: email !== undefined,
      phone_verified: false,
      ...(email ? { email } : {}),
      ...(name ? { full_name: name, name } : {}),
      ...(picture ? { avatar_url: picture, picture } : {}),
    };
    await transaction
      .insertInto('auth.identities')
      .values({
        user_id: userId,
        provider,
        provider_id: subject,
        email: email ?? null,
        identity_data: JSON.stringify(data),
        last_sign_in_at: sql`now()`,
      })
      .execute();
  }

  const tell = (transaction: Transaction, email: string, { label }: Prepared) =>
    links.sendPlain(transaction, email, (site) => identityLinkedEmail(email, site, label));

  async function assertLinking(): Promise<string[]> {
    const names = (await providers.list()).map(({ name }) => name);
    if (names.length === 0) throw off.manualLinking();
    return names;
  }

  /**
   * Finds or creates the account that an identity opens. An email address only counts if the provider has verified it. Credentials that
   * were set up before the account's address was verified may be a stranger's, so they are revoked before the identity is added.
   * @throws AuthError 422 if no account may be opened
   */
  async function signIn(
    transaction: Transaction,
    provider: string,
    profile: ProviderProfile,
    { agreed, ...prepared }: Prepared & { agreed: AgreedTo },
  ): Promise<Reached> {
    const known = await used(transaction, provider, profile);
    if (known) return { userId: known };
    const { email, name } = profile;
    if (email === undefined) throw unproved();
    const account = await transaction
      .selectFrom('auth.users')
      .selectAll()
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (account) {
      assertNotBanned(account);
      // While this one waited for the account, another sign-in may have added the identity.
      const added = await used(transaction, provider, profile);
      if (added) return { userId: added };
      const { isNew } = await proveAddress(transaction, oneTimeTokens, account.id, 'provider');
      await insert(transaction, account.id, provider, profile);
      await recordConsents(transaction, transaction, { userId: account.id, agreed, place: 'signup' });
      await tell(transaction, email, prepared);
      return { userId: account.id, opened: isNew ? email : undefined };
    }
    assertCanSignUp(prepared.settings, email);
    const made = await insertAccount(transaction, { email, passwordHash: null, agreed, state: 'verified' });
    // Somebody else has just taken the address.
    if (!made) return signIn(transaction, provider, profile, { agreed, ...prepared });
    await insert(transaction, made.id, provider, profile);
    if (name)
      await transaction
        .updateTable('profiles')
        .set({ display_name: cutText(name, limits.displayName) })
        .where('id', '=', made.id)
        .execute();
    return { userId: made.id, opened: email };
  }

  return {
    /** @returns the providers that are on. @throws AuthError 404 if there are none */
    assertLinking,

    async prepare(provider: string): Promise<Prepared> {
      const [settings, list] = await Promise.all([signInSettings(), providers.list()]);
      return { settings, label: list.find(({ name }) => name === provider)?.label ?? provider };
    },

    signIn,

    /** Links an identity to the account of a session that still exists. @throws AuthError 403, 422 */
    async link(
      transaction: Transaction,
      provider: string,
      profile: ProviderProfile,
      { sessionId, ...prepared }: Prepared & { sessionId: string },
    ): Promise<Reached> {
      const session = await transaction
        .selectFrom('auth.sessions')
        .select(['id', 'user_id'])
        .where('id', '=', sessionId)
        .executeTakeFirstOrThrow(sessionNotFound);
      await lockOwnAccount(transaction, { user: { id: session.user_id }, session });
      const account = await transaction
        .selectFrom('auth.users')
        .select(['id', 'email', 'is_anonymous'])
        .where('id', '=', session.user_id)
        .executeTakeFirstOrThrow(sessionNotFound);
      const owner = await ownerOf(transaction, provider, profile).executeTakeFirst();
      if (owner) {
        const whose = owner.user_id === account.id ? '' : ' to another user';
        throw new AuthError(422, 'identity_already_exists', `Identity is already linked${whose}`);
      }
      if (account.is_anonymous) {
        if (profile.email === undefined) throw unproved();
        assertCanSignUp(prepared.settings, profile.email);
        await nameAccount(transaction, account.id, profile.email, { isProved: true });
      }
      await insert(transaction, account.id, provider, profile);
      const opened = account.is_anonymous ? profile.email : undefined;
      await tell(transaction, opened ?? account.email, prepared);
      return { userId: account.id, opened };
    },

    /** @throws AuthError 401, 404, 422 */
    async unlink(caller: Caller, id: string): Promise<void> {
      const names = await assertLinking();
      assertFactorShown(caller, 'AAL2 required to unlink an identity');
      const { user } = caller;
      await db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, user.id);
        const account = await transaction
          .selectFrom('auth.users')
          .select('password_hash')
          .where('id', '=', user.id)
          .executeTakeFirst();
        const own = await transaction
          .selectFrom('auth.identities')
          .select(['id', 'provider'])
          .where('user_id', '=', user.id)
          .execute();
        // Identities of providers that are off open nothing.
        const left = own.filter((identity) => identity.id !== id && names.includes(identity.provider));
        if (left.length === 0 && (id === user.id || !account?.password_hash))
          throw new AuthError(
            422,
            'single_identity_not_deletable',
            'User must have at least 1 identity after unlinking',
          );
        // The account's email identity can't be removed.
        if (id === user.id)
          throw new AuthError(
            422,
            'email_conflict_identity_not_deletable',
            'Unable to unlink identity due to email conflict',
          );
        if (!own.some((identity) => identity.id === id))
          throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
        await transaction.deleteFrom('auth.identities').where('id', '=', id).execute();
      });
    },
  };
}

export type Identities = ReturnType<typeof createIdentities>;
