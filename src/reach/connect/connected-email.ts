import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import * as m from './words/messages.ts';

export const connectedEmail = (to: string, site: EmailBranding, program: { name: string; host: string }) =>
  composeEmail(site, {
    to,
    subject: m.email_connected({ site: site.name }),
    paragraphs: [m.email_connected_text({ site: site.name, ...program })],
    action: { label: m.email_see_connected(), url: `${site.url}/settings/connect` },
    small: m.email_connected_small(),
  });
