import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import type { EmailLinks } from './email-links.server.ts';
import { welcomeEmail } from './emails.ts';

export type SendWelcome = (transaction: OperatorWriter<'accounts'>, email: string) => Promise<void>;

/** Sends the welcome email once, and only to an existing account with a confirmed address. */
export const createSendWelcome =
  ({ links, emailPreferences }: { links: EmailLinks; emailPreferences: EmailPreferences }): SendWelcome =>
  async (transaction, email) => {
    const claimed = await transaction
      .updateTable('auth.users')
      .set({ welcome_sent_at: sql`now()` })
      .where('email', '=', email)
      .where('welcome_sent_at', 'is', null)
      .where('email_confirmed_at', 'is not', null)
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (!claimed) return;
    await links.sendPlain(transaction, claimed.email, (site) =>
      welcomeEmail(claimed.email, site, emailPreferences.unsubscribeUrl(claimed.id)),
    );
  };
