import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { Locale } from '#constants';
import type { EmailBranding } from '#platform/email-layout.ts';
import type { Log } from '#platform/log.server.ts';
import type { Mailer } from '#platform/mailer.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import { inLanguage } from '#platform/spoken-locale.server.ts';
import { recoveryEmail } from './emails.ts';

const validHours = 24;

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  mailer: Mailer;
  publicUrl: string;
  emailBranding: () => Promise<EmailBranding>;
  log: Log;
};

/** Password recovery with a link that works once and expires after 24 hours. */
export function createRecovery({ db, vault, mailer, publicUrl, emailBranding, log }: Parts) {
  /** The requested URL if it belongs to this site, else the site's own. */
  function safeRedirect(requested: string | undefined): string {
    const origin = new URL(publicUrl).origin;
    if (!requested || !URL.canParse(requested) || /[\\\s]/.test(requested)) return publicUrl;
    const url = new URL(requested);
    const isOurs = url.origin === origin && !url.username && !url.password;
    url.hash = '';
    return isOurs ? url.href : publicUrl;
  }

  async function sendLink(email: string, redirectTo: string | undefined, asked: Locale | undefined) {
    const user = await db
      .selectFrom('auth.users')
      .innerJoin('profiles', 'profiles.id', 'auth.users.id')
      .select(['auth.users.id', 'locale'])
      .where('auth.users.email', '=', email)
      .executeTakeFirst();
    if (!user) return;
    const token = randomBytes(28).toString('hex');
    const query = new URLSearchParams({ token, type: 'recovery', redirect_to: safeRedirect(redirectTo) });
    const site = await emailBranding();
    const message = await inLanguage(user.locale ?? asked, () =>
      recoveryEmail(email, site, `${publicUrl}/auth/v1/verify?${query}`),
    );
    await db.transaction().execute(async (transaction) => {
      // Only the newest link works.
      await transaction.deleteFrom('auth.one_time_tokens').where('user_id', '=', user.id).execute();
      await transaction
        .insertInto('auth.one_time_tokens')
        .values({
          token_hash: vault.fingerprint(token),
          user_id: user.id,
          purpose: 'recovery',
          expires_at: sql<Date>`now() + make_interval(hours => ${validHours})`,
        })
        .execute();
      await transaction
        .updateTable('auth.users')
        .set({ recovery_sent_at: sql`now()` })
        .where('id', '=', user.id)
        .execute();
      await mailer.send(message, transaction);
    });
  }

  return {
    safeRedirect,

    /** Sends the link, in the member's language or else in the one that is `asked` for, in the background, so that the response time does not reveal whether the account exists. */
    request(email: string, redirectTo: string | undefined, asked: Locale | undefined): void {
      sendLink(email, redirectTo, asked).catch((error: unknown) =>
        log.error('A recovery email could not be sent', { error }),
      );
    },

    /** Consumes a token. @returns the account's id; undefined if the token is unknown, used or expired. */
    async redeem(transaction: OperatorWriter<'accounts'>, token: string): Promise<string | undefined> {
      const row = await transaction
        .deleteFrom('auth.one_time_tokens')
        .where('token_hash', '=', vault.fingerprint(token))
        .where('purpose', '=', 'recovery')
        .returning(['user_id', sql<boolean>`expires_at > now()`.as('is_valid')])
        .executeTakeFirst();
      return row?.is_valid ? row.user_id : undefined;
    },
  };
}
