import type { Mail } from '#platform/mail.server.ts';
import { composeMail, type MailSite } from '#platform/mail-layout.ts';

export const recoveryMail = (to: string, site: MailSite, url: string): Mail =>
  composeMail(site, {
    to,
    subject: `Set a new password for ${site.name}`,
    paragraphs: ['Somebody, most likely you, asked to set a new password for this address.'],
    action: { label: 'Set a new password', url },
    small:
      'The link works once, for 24 hours. If it was not you, nothing has changed and you need not do anything.',
  });

export const welcomeMail = (to: string, site: MailSite, unsubscribeUrl: string): Mail =>
  composeMail(site, {
    to,
    subject: `Welcome to ${site.name}`,
    paragraphs: [
      `Your account at ${site.name} is ready.`,
      'Pick a prompt, copy it, put in your own details and see what comes back.',
    ],
    action: { label: 'Browse the library', url: `${site.url}/browse` },
    small: 'You get this mail once, because an account was made with this address.',
    unsubscribeUrl,
  });
