import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';

export const recoveryEmail = (to: string, site: EmailBranding, url: string) =>
  composeEmail(site, {
    to,
    subject: `Set a new password for ${site.name}`,
    paragraphs: ['We received a request to reset the password for this email address.'],
    action: { label: 'Set a new password', url },
    small:
      "The link works once and expires in 24 hours. If you didn't request it, you can ignore this email.",
  });

export const welcomeEmail = (to: string, site: EmailBranding, unsubscribeUrl: string) =>
  composeEmail(site, {
    to,
    subject: `Welcome to ${site.name}`,
    paragraphs: [
      `Your account at ${site.name} is ready.`,
      'Pick a prompt, copy it, fill in your own details and run it.',
    ],
    action: { label: 'Open the library', url: `${site.url}/prompts` },
    small: 'You received this email because an account was created with this address.',
    unsubscribeUrl,
  });
