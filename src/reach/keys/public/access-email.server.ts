import type { Database } from '#access/database.ts';
import { inLanguage, spokenLanguage } from '#platform/language/locale-context.server.ts';
import type { composeEmail, EmailBranding } from '#platform/mail/email-layout.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';

export type SendAccessEmail = ReturnType<typeof createAccessEmail>;

/** Emails members about new access to their account, in their language, and only if `transaction` commits. */
export const createAccessEmail =
  ({ mailer, emailBranding }: { mailer: Mailer; emailBranding: LoadEmailBranding }) =>
  async (
    transaction: Pick<Database, 'selectFrom' | 'executeQuery' | 'getExecutor'>,
    userId: string,
    compose: (to: string, site: EmailBranding) => ReturnType<typeof composeEmail>,
  ): Promise<void> => {
    const { email, locale } = await transaction
      .selectFrom('profiles')
      .select(['email', 'locale'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const site = await emailBranding(transaction);
    const message = await inLanguage(locale ?? spokenLanguage(), () => compose(email, site));
    await mailer.send(message, transaction, 'awaited');
  };
