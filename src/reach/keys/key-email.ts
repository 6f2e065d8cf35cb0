import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import * as m from './words/messages.ts';

export const newKeyEmail = (to: string, site: EmailBranding, name: string) =>
  composeEmail(site, {
    to,
    subject: m.email_new_key({ site: site.name }),
    paragraphs: [m.email_new_key_text({ site: site.name, name })],
    action: { label: m.email_see_your_keys(), url: `${site.url}/settings/keys` },
    small: m.email_new_key_small(),
  });
