import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';
import type { Email } from '#platform/mailer.server.ts';
import type { Purpose } from './one-time-tokens.server.ts';

/** What an email with a link is about: `address` is the new one, where it changes. */
export type LinkEmail = { to: string; purpose: Purpose; address?: string | undefined };
type Filled = { to: string; site: EmailBranding; url: string; code: string; address?: string | undefined };

const ignore = "If you didn't request it, you can ignore this email.";
const orCode = (code: string) => `Or enter this code where you were asked for it: ${code}`;

export const linkEmails: Record<Purpose, (filled: Filled) => Promise<Email>> = {
  recovery: ({ to, site, url }) =>
    composeEmail(site, {
      to,
      subject: `Set a new password for ${site.name}`,
      paragraphs: ['We received a request to reset the password for this email address.'],
      action: { label: 'Set a new password', url },
      small: `The link works once and expires in 24 hours. ${ignore}`,
    }),
  signup: ({ to, site, url, code }) =>
    composeEmail(site, {
      to,
      subject: `Confirm your email address for ${site.name}`,
      paragraphs: [
        `Confirm this email address to finish creating your account at ${site.name}.`,
        orCode(code),
      ],
      action: { label: 'Confirm email address', url },
      small: `The link works once and expires in 24 hours. If you didn't create an account, ignore this email: nobody can use the account without it.`,
    }),
  magiclink: ({ to, site, url, code }) =>
    composeEmail(site, {
      to,
      subject: `${code} is your sign-in code for ${site.name}`,
      paragraphs: [
        'Use this link to sign in.',
        orCode(code),
        'Never give this code to anyone who asks you for it.',
      ],
      action: { label: 'Sign in', url },
      small: `The link and the code work once and expire in an hour. ${ignore}`,
    }),
  invite: ({ to, site, url }) =>
    composeEmail(site, {
      to,
      subject: `You're invited to ${site.name}`,
      paragraphs: [`You've been invited to create an account at ${site.name}.`],
      action: { label: 'Accept the invitation', url },
      small:
        "The link works once and expires in 7 days. If you don't want an account, you can ignore this email.",
    }),
  email_change_current: ({ to, site, url, code, address = '' }) =>
    composeEmail(site, {
      to,
      subject: `Confirm the change of your email address at ${site.name}`,
      paragraphs: [
        `Your account at ${site.name} is about to change its email address to ${address}.`,
        'The change is made when both addresses have confirmed it.',
        orCode(code),
      ],
      action: { label: 'Confirm the change', url },
      small:
        "The link works once and expires in 24 hours. If you didn't request this, don't confirm it, and change your password.",
    }),
  email_change_new: ({ to, site, url, code }) =>
    composeEmail(site, {
      to,
      subject: `Confirm your new email address at ${site.name}`,
      paragraphs: [
        `Confirm that this is the new email address of your account at ${site.name}.`,
        'The change is made when both addresses have confirmed it.',
        orCode(code),
      ],
      action: { label: 'Confirm the new address', url },
      small: `The link works once and expires in 24 hours. ${ignore}`,
    }),
  reauthentication: ({ to, site, code }) =>
    composeEmail(site, {
      to,
      subject: `${code} is your confirmation code for ${site.name}`,
      paragraphs: [`Enter this code to confirm the change to your account: ${code}`],
      action: { label: `Open ${site.name}`, url: site.url },
      small:
        "The code works once and expires in 10 minutes. If you didn't ask for it, somebody may be using your account: change your password.",
    }),
};

/** For a sign-up with an address that has an account, where the answer must not tell. */
export const knownAddressEmail = (to: string, site: EmailBranding) =>
  composeEmail(site, {
    to,
    subject: `You already have an account at ${site.name}`,
    paragraphs: [
      `Somebody tried to create an account at ${site.name} with this email address, which already has one.`,
      'Sign in with it, or reset your password there if you forgot it.',
    ],
    action: { label: 'Sign in', url: `${site.url}/signin` },
    small: "If this wasn't you, you don't need to do anything.",
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
