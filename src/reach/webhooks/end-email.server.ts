import type { OperatorWriter } from '#access/writable.server.ts';
import { webhookRules } from '#constants';
import { selectTeam } from '#people/notifications/public/team-members.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { composeEmail } from '#platform/mail/email-layout.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';
import * as m from './words/messages.ts';

type Parts = { mailer: Mailer; emailBranding: LoadEmailBranding };

/** Emails every admin that a webhook was turned off, in the transaction that does so. */
export const createEndEmail =
  ({ mailer, emailBranding }: Parts) =>
  async (transaction: OperatorWriter<'webhooks'>, url: string): Promise<void> => {
    const site = await emailBranding(transaction);
    const { host } = new URL(url);
    for (const { email, locale } of await selectTeam(transaction, ['admin']).execute()) {
      const compose = () =>
        composeEmail(site, {
          to: email,
          subject: m.email_webhook_off({ host }),
          paragraphs: [m.email_webhook_off_why({ count: webhookRules.days }), m.email_webhook_off_next()],
          facts: [[m.address(), url]],
          action: { label: m.email_open_webhooks(), url: `${site.url}/admin/webhooks` },
          small: m.email_because_admin({ site: site.name }),
        });
      await mailer.send(await inLanguage(locale, compose), transaction);
    }
  };
