import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { nameTarget } from '#platform/audit-trail.server.ts';
import { AppError } from '#platform/errors.ts';
import { AuthError, emailExists, validationFailed } from '../auth-error.ts';
import type { EmailLinks } from '../email/email-links.server.ts';
import type { OneTimeTokens, Purpose } from '../email/one-time-tokens.server.ts';
import { checkPassword, hashPassword } from '../passwords/passwords.server.ts';
import { factorNotFound } from '../second-factor/factor-rules.ts';
import { removeFactor } from '../second-factor/second-factor.service.server.ts';
import { lockAccount } from '../sessions/lock-account.server.ts';
import type { SignIns } from '../sessions/sign-ins.server.ts';
import { insertAccount, requireEmail } from './accounts.server.ts';
import { assertNotLastAdmin } from './last-admin.server.ts';
import type { OwnAccount } from './own-account.service.server.ts';
import { changeMetadata, checkUserMetadata } from './user-metadata.ts';
import { type Account, toUser } from './user-shape.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  oneTimeTokens: OneTimeTokens;
  links: EmailLinks;
  signIns: SignIns;
  /** @throws AppError 409 for the last admin, or while a payment is being processed; 502 */
  deleteAccount: OwnAccount['remove'];
};
export type UserChange = {
  email?: string | undefined;
  password?: string | undefined;
  email_confirm?: boolean | undefined;
  user_metadata?: Record<string, unknown> | undefined;
  app_metadata?: Record<string, unknown> | undefined;
  ban_duration?: string | undefined;
};
export type LinkRequest = {
  type: string;
  email: string;
  newEmail: string | undefined;
  password: string | undefined;
  data: Record<string, unknown> | undefined;
  redirectTo: string | undefined;
};

/** Maps an AppError to the protocol's error. @throws AuthError 409 for an AppError */
function refuse(error: unknown): never {
  throw error instanceof AppError ? new AuthError(409, 'conflict', error.message) : error;
}
const notFound = () => new AuthError(404, 'user_not_found', 'User not found');
const linkPurposes: readonly Purpose[] = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
];
const secondsOf: Record<string, number> = { h: 3_600, m: 60, s: 1 };

/** @returns when the ban ends; null for `none`. @throws AuthError 400 */
function bannedUntil(duration: string): Date | null {
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(/(\d{1,7})([hms])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== duration)
    throw validationFailed(`invalid format for ban duration: time: invalid duration "${duration}"`);
  const seconds = parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (secondsOf[unit] ?? 0),
    0,
  );
  return new Date(Date.now() + seconds * 1_000);
}

/** Account management for programs with the service role. */
export function createAdminUsers({ db, oneTimeTokens, links, signIns, deleteAccount }: Parts) {
  async function load(id: string): Promise<Account> {
    return signIns.load(id).catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'user_not_found' ? notFound() : error;
    });
  }
  const findByEmail = (from: OperatorWriter<'accounts'>, email: string) =>
    from.selectFrom('auth.users').selectAll().where('email', '=', email).executeTakeFirst();

  async function columnsOf({ password, email_confirm, ban_duration }: UserChange) {
    if (password) checkPassword(password);
    return {
      ...(password ? { password_hash: await hashPassword(password) } : {}),
      ...(email_confirm ? { email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` } : {}),
      ...(ban_duration === undefined ? {} : { banned_until: bannedUntil(ban_duration) }),
    };
  }

  /** @throws AuthError 400, 404, 422 */
  async function update(
    transaction: OperatorWriter<'accounts'>,
    id: string,
    { user_metadata, app_metadata }: UserChange,
    columns: Awaited<ReturnType<typeof columnsOf>>,
  ) {
    // Locked, because another request may be changing it.
    const before = await transaction
      .selectFrom('auth.users')
      .select(['user_metadata', 'app_metadata'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    const merged = (name: keyof typeof before, added: Record<string, unknown>) =>
      JSON.stringify(changeMetadata(before[name], added));
    await transaction
      .updateTable('auth.users')
      .set({
        ...columns,
        ...(user_metadata ? { user_metadata: merged('user_metadata', user_metadata) } : {}),
        ...(app_metadata ? { app_metadata: merged('app_metadata', app_metadata) } : {}),
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    // The note was about the previous suspension.
    if (columns.banned_until !== undefined)
      await transaction.updateTable('profiles').set({ suspension_note: null }).where('id', '=', id).execute();
    if (columns.password_hash || columns.banned_until)
      await transaction.deleteFrom('auth.sessions').where('user_id', '=', id).execute();
    if (columns.password_hash) await oneTimeTokens.forget(transaction, id);
  }

  return {
    /** Newest first. */
    async list(page: number, perPage: number) {
      const [rows, { total }] = await Promise.all([
        db
          .selectFrom('auth.users')
          .select('id')
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        db
          .selectFrom('auth.users')
          .select((select) => select.fn.countAll<string>().as('total'))
          .executeTakeFirstOrThrow(),
      ]);
      const users = await signIns.loadAll(rows.map(({ id }) => id));
      return { users: users.map(toUser), total: Number(total) };
    },

    /** @throws AuthError 404 */
    get: async (id: string) => toUser(await load(id)),

    /** @throws AuthError 400, 422 */
    async create({ id: chosen, ...change }: UserChange & { id?: string | undefined }) {
      if (!change.email) throw validationFailed('Cannot create a user without either an email or phone');
      const email = requireEmail(change.email);
      const columns = await columnsOf(change);
      const id = await db.transaction().execute(async (transaction) => {
        const made = await insertAccount(transaction, {
          id: chosen,
          email,
          passwordHash: null,
          state: 'unconfirmed',
        });
        if (!made) throw emailExists();
        await update(transaction, made.id, change, columns);
        return made.id;
      });
      return toUser(await load(id));
    },

    /** @throws AuthError 400, 404, 422; 409 if it would lock out the last admin */
    async update(id: string, change: UserChange) {
      const before = await load(id);
      const email = change.email === undefined ? before.email : requireEmail(change.email);
      const columns = await columnsOf(change);
      await db.transaction().execute(async (transaction) => {
        if (columns.banned_until) await assertNotLastAdmin(transaction, id).catch(refuse);
        if (email !== before.email) {
          if (await findByEmail(transaction, email)) throw emailExists();
          await oneTimeTokens.forget(transaction, id);
          await transaction
            .updateTable('auth.users')
            // The previous address was verified, but this one isn't.
            .set({ email, is_anonymous: false, ...(change.email_confirm ? {} : { email_verified_at: null }) })
            .where('id', '=', id)
            .execute();
          await transaction.updateTable('profiles').set({ email }).where('id', '=', id).execute();
        }
        await update(transaction, id, change, columns);
      });
      return toUser(await load(id));
    },

    /** @throws AuthError 404; 409 if it would remove the last admin, or the account can't be deleted now */
    async remove(id: string): Promise<void> {
      await load(id);
      await deleteAccount(db, id).catch(refuse);
    },

    /** @throws AuthError 404 */
    factors: async (id: string) => toUser(await load(id)).factors ?? [],

    /** @throws AuthError 404 for the account or the factor */
    async removeFactor(id: string, factorId: string) {
      const { factors } = await load(id);
      if (!factors.some((factor) => factor.id === factorId)) throw factorNotFound();
      await db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, id);
        await removeFactor(transaction, id, factorId);
      });
      return { id: factorId };
    },

    /** Sends an invitation. @throws AuthError 400, 422 */
    async invite(email: string, data: Record<string, unknown>, redirectTo: string | undefined) {
      const address = requireEmail(email);
      const metadata = checkUserMetadata(data);
      const id = await db.transaction().execute(async (transaction) => {
        const made = await insertAccount(transaction, {
          email: address,
          passwordHash: null,
          metadata,
          state: 'unconfirmed',
        });
        const user = made ?? (await findByEmail(transaction, address));
        if (!user || user.email_confirmed_at) throw emailExists();
        nameTarget(user.id);
        await links.send(transaction, { userId: user.id, purpose: 'invite', redirectTo });
        return user.id;
      });
      return toUser(await load(id));
    },

    /** Creates a link like those in emails, without sending anything. @throws AuthError 400, 404, 422 */
    async generateLink({ type, email, newEmail, password, data, redirectTo }: LinkRequest) {
      const purpose = linkPurposes.find((known) => known === type);
      if (!purpose) throw validationFailed(`Invalid email action link type requested: ${type}`);
      const address = requireEmail(email);
      const metadata = checkUserMetadata(data ?? {});
      const isNewAllowed = ['signup', 'invite', 'magiclink'].includes(type);
      if (type === 'signup') checkPassword(password ?? '');
      const passwordHash = type === 'signup' && password ? await hashPassword(password) : null;
      const { id, link } = await db.transaction().execute(async (transaction) => {
        const known = await findByEmail(transaction, address);
        if (known?.email_confirmed_at && (type === 'signup' || type === 'invite')) throw emailExists();
        if (!known && !isNewAllowed)
          throw new AuthError(404, 'user_not_found', 'User with this email not found');
        const user =
          known ??
          (await insertAccount(transaction, {
            email: address,
            passwordHash,
            metadata,
            state: 'unconfirmed',
          }));
        if (!user) throw emailExists();
        nameTarget(user.id);
        if (newEmail !== undefined || type.startsWith('email_change')) {
          const moved = requireEmail(newEmail ?? '');
          if (await findByEmail(transaction, moved)) throw emailExists();
          // A link that was sent to another new address would confirm this one.
          if (moved !== user.new_email)
            await transaction
              .deleteFrom('auth.one_time_tokens')
              .where('user_id', '=', user.id)
              .where('purpose', 'in', ['email_change_current', 'email_change_new'])
              .execute();
          await transaction
            .updateTable('auth.users')
            .set({ new_email: moved, email_change_half: null })
            .where('id', '=', user.id)
            .execute();
        }
        const link = await links.create(transaction, user.id, purpose, redirectTo, true);
        if (!link) throw new AuthError(404, 'user_not_found', 'User with this email not found');
        return { id: user.id, link };
      });
      return {
        ...toUser(await load(id)),
        action_link: link.url,
        email_otp: link.code,
        hashed_token: link.token,
        verification_type: type,
        redirect_to: links.safeRedirect(redirectTo),
      };
    },
  };
}

export type AdminUsers = ReturnType<typeof createAdminUsers>;
