import type { JWTPayload } from 'jose';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { recentSignInMinutes } from '#constants';
import { spokenLanguage } from '#platform/language/locale-context.server.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { type Account, toUser, type UserRow } from '../accounts/user-shape.ts';
import { AuthError, badToken, invalidCredentials, noToken, userNotFound } from '../auth-error.ts';
import type { EmailLinks } from '../email/email-links.server.ts';
import { newDeviceEmail } from '../email/emails.ts';
import type { AccessTokens } from './access-tokens.server.ts';
import { deviceLine, deviceName } from './device-name.ts';
import { loadAccounts } from './load-accounts.server.ts';
import { sessionNotFound } from './lock-account.server.ts';
import type { Amr, Device, Method, Sessions } from './sessions.server.ts';

export type SignIns = ReturnType<typeof createSignIns>;

/** @throws AuthError 400 */
export const assertNotBanned = (user: UserRow): void => {
  if (user.banned_until && user.banned_until > new Date())
    throw new AuthError(
      400,
      'user_banned',
      'This account is suspended. Contact support if you have questions.',
    );
};

declare const verified: unique symbol;

/**
 * The account behind a valid access token whose session still exists. Only this file creates one; a literal or copy doesn't have its type.
 */
class VerifiedCaller {
  declare protected readonly [verified]: true;
  readonly user: Account;
  readonly session: Session;

  constructor(user: Account, session: Session) {
    this.user = user;
    this.session = session;
  }
}
export type Caller = VerifiedCaller;
type Session = NonNullable<Awaited<ReturnType<Sessions['find']>>>;
type Started = Awaited<ReturnType<Sessions['start']>> & { user: Account };

type Parts = {
  db: OperatorWriter<'accounts'>;
  tokens: AccessTokens;
  sessions: Sessions;
  refresh: (token: string) => Promise<Started>;
  signInSettings: LoadSignInSettings;
  links: EmailLinks;
};

type Begun = { amr: Amr; created_at: Date; confirmed_at: Date | null };

function isRecent(
  { amr, created_at, confirmed_at }: Begun,
  usually: number = recentSignInMinutes.usually,
): boolean {
  const isWithin = (since: Date, minutes: number) => Date.now() - since.getTime() < minutes * 60_000;
  if (confirmed_at && isWithin(confirmed_at, usually)) return true;
  const isByLink = amr.some(({ method }) => method === 'recovery' || method === 'invite');
  const minutes = isByLink ? Math.max(recentSignInMinutes.byLink, usually) : usually;
  return isWithin(created_at, minutes);
}

/** Starts and continues sessions, independent of how the person signed in. */
export function createSignIns({ db, tokens, sessions, refresh, signInSettings, links }: Parts) {
  const findById = async (id: string, from: Database = db): Promise<Account | undefined> =>
    (await loadAccounts(from, [id]))[0];

  /** Remembers the kind of device. A new one is announced by email if the owner wants that, except an account's first one. */
  async function noticeDevice(transaction: OperatorWriter<'accounts'>, user: UserRow, { userAgent }: Device) {
    const device = deviceLine(userAgent);
    const others = await transaction
      .selectFrom('auth.known_devices')
      .select('device')
      .where('user_id', '=', user.id)
      .limit(1)
      .execute();
    const added = await transaction
      .insertInto('auth.known_devices')
      .values({ user_id: user.id, device })
      .onConflict((conflict) => conflict.columns(['user_id', 'device']).doNothing())
      .returning('device')
      .execute();
    if (others.length > 0 && added.length > 0 && (await signInSettings(transaction)).new_device_email)
      await links.sendPlain(transaction, user.email, (site) =>
        newDeviceEmail(user.email, site, deviceName(userAgent)),
      );
  }

  /** A session's tokens, in the protocol's format. */
  async function answer({ user, session, refreshToken }: Started) {
    const shape = toUser(user);
    const claims: JWTPayload = {
      email: shape.email,
      phone: '',
      app_metadata: shape.app_metadata,
      user_metadata: user.user_metadata,
      role: 'authenticated',
      aal: session.aal,
      amr: session.amr,
      is_anonymous: user.is_anonymous,
    };
    const token = await tokens.issue(user.id, session.id, claims);
    return { ...token, token_type: 'bearer', refresh_token: refreshToken, user: shape };
  }

  return {
    answer,
    loadAll: (ids: string[]) => loadAccounts(db, ids),

    async load(userId: string): Promise<Account> {
      const user = await findById(userId);
      if (!user) throw userNotFound();
      return user;
    },

    isRecent,

    /** Credentials can only be changed shortly after signing in, because a bare token may be stolen. @throws AuthError 400 */
    assertRecent({ session }: { session: Begun }, message: string): void {
      if (!isRecent(session)) throw new AuthError(400, 'reauthentication_needed', message);
    },

    async start(
      transaction: OperatorWriter<'accounts'>,
      userId: string,
      method: Method,
      device: Device,
    ): Promise<Started> {
      const user = await transaction
        .updateTable('auth.users')
        .set({ last_sign_in_at: sql`now()` })
        .where('id', '=', userId)
        .returningAll()
        .executeTakeFirstOrThrow(invalidCredentials);
      assertNotBanned(user);
      const locale = spokenLanguage();
      // The request's language becomes the member's until they choose another one.
      if (locale)
        await transaction
          .updateTable('profiles')
          .set({ locale })
          .where('id', '=', userId)
          .where('locale', 'is', null)
          .execute();
      await noticeDevice(transaction, user, device);
      const account = await findById(userId, transaction);
      return {
        user: account ?? { ...user, factors: [], identities: [] },
        ...(await sessions.start(transaction, userId, method, device)),
      };
    },

    async refresh(token: string) {
      const refreshed = await refresh(token);
      assertNotBanned(refreshed.user);
      return answer(refreshed);
    },

    /** The account and session of a bearer token. @throws AuthError 400 if the account is banned, 401, 403 */
    async caller(token: string | undefined) {
      if (!token) throw noToken();
      const claims = await tokens.verify(token);
      if (!claims) throw badToken();
      const [user, session] = await Promise.all([findById(claims.userId), sessions.find(claims.sessionId)]);
      if (!user) throw userNotFound();
      if (!session || session.user_id !== user.id) throw sessionNotFound();
      assertNotBanned(user);
      return new VerifiedCaller(user, session);
    },
  };
}
