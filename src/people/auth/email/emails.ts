import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { Email } from '#platform/mail/mailer.server.ts';
import { type deviceName, deviceWords } from '../sessions/device-name.ts';
import * as m from '../words/messages.ts';
import type { Purpose } from './one-time-tokens.server.ts';

/** `newAddress` is the address that the account is changing to. A trial account gets its first one. */
type Filled = {
  to: string;
  site: EmailBranding;
  url: string;
  code: string;
  newAddress?: string | undefined;
  isTrial?: boolean;
};

const confirmAddressEmail = ({ to, site, url }: Filled, andCode: string[] = []) =>
  composeEmail(site, {
    to,
    subject: m.email_confirm_address({ site: site.name }),
    paragraphs: [m.email_confirm_to_finish({ site: site.name }), ...andCode],
    action: { label: m.email_confirm_address_action(), url },
    small: m.email_confirm_small(),
  });

export const linkEmails: Record<Purpose, (filled: Filled) => Promise<Email>> = {
  recovery: ({ to, site, url }) =>
    composeEmail(site, {
      to,
      subject: m.email_set_a_new_password_for({ site: site.name }),
      paragraphs: [m.email_we_received_a_request()],
      action: { label: m.set_a_new_password(), url },
      small: m.email_the_link_works_once(),
    }),
  signup: (filled) => confirmAddressEmail(filled, [m.email_or_code({ code: filled.code })]),
  magiclink: ({ to, site, url, code }) =>
    composeEmail(site, {
      to,
      subject: m.email_sign_in_code({ code, site: site.name }),
      paragraphs: [m.email_use_link_to_sign_in(), m.email_or_code({ code }), m.email_never_give_code()],
      action: { label: m.email_sign_in(), url },
      small: m.email_link_and_code_small(),
    }),
  invite: ({ to, site, url }) =>
    composeEmail(site, {
      to,
      subject: m.email_invited({ site: site.name }),
      paragraphs: [m.email_invited_text({ site: site.name })],
      action: { label: m.email_accept_invitation(), url },
      small: m.email_invited_small(),
    }),
  email_change_current: ({ to, site, url, newAddress = '' }) =>
    composeEmail(site, {
      to,
      subject: m.email_confirm_change({ site: site.name }),
      paragraphs: [m.email_about_to_change({ site: site.name, address: newAddress }), m.email_both_confirm()],
      action: { label: m.email_confirm_change_action(), url },
      small: m.email_change_small(),
    }),
  email_change_new: (filled) => {
    if (filled.isTrial) return confirmAddressEmail(filled);
    const { to, site, url } = filled;
    return composeEmail(site, {
      to,
      subject: m.email_confirm_new_address({ site: site.name }),
      paragraphs: [m.email_confirm_new_address_text({ site: site.name }), m.email_both_confirm()],
      action: { label: m.email_confirm_new_address_action(), url },
      small: m.email_the_link_works_once(),
    });
  },
  reauthentication: ({ to, site, code }) =>
    composeEmail(site, {
      to,
      subject: m.email_confirmation_code({ code, site: site.name }),
      paragraphs: [m.email_enter_code({ code })],
      action: { label: m.email_open_site({ site: site.name }), url: site.url },
      small: m.email_code_small(),
    }),
};

/** For a sign-up with an address that already has an account, because the answer must not reveal that. */
export const knownAddressEmail = (to: string, site: EmailBranding) =>
  composeEmail(site, {
    to,
    subject: m.email_known({ site: site.name }),
    paragraphs: [m.email_known_text({ site: site.name }), m.email_known_what_to_do()],
    action: { label: m.email_sign_in(), url: `${site.url}/signin` },
    small: m.email_known_small(),
  });

export const newDeviceEmail = (to: string, site: EmailBranding, device: ReturnType<typeof deviceName>) =>
  composeEmail(site, {
    to,
    subject: m.email_new_device({ site: site.name }),
    paragraphs: [m.email_new_device_text({ device: deviceWords(device) })],
    action: { label: m.email_see_your_devices(), url: `${site.url}/settings/sessions` },
    small: m.email_new_device_small(),
  });

const seeSecurity = (site: EmailBranding) => ({
  label: m.email_see_sign_in_and_security(),
  url: `${site.url}/settings/sessions`,
});

export const identityLinkedEmail = (to: string, site: EmailBranding, provider: string) =>
  composeEmail(site, {
    to,
    subject: m.email_identity_linked({ site: site.name, provider }),
    paragraphs: [m.email_identity_linked_text({ site: site.name, provider })],
    action: seeSecurity(site),
    small: m.email_identity_linked_small(),
  });

export const newPasskeyEmail = (to: string, site: EmailBranding) =>
  composeEmail(site, {
    to,
    subject: m.email_new_passkey({ site: site.name }),
    paragraphs: [m.email_new_passkey_text({ site: site.name })],
    action: seeSecurity(site),
    small: m.email_new_passkey_small(),
  });

export const newFactorEmail = (to: string, site: EmailBranding, kind: string) =>
  composeEmail(site, {
    to,
    subject: m.email_new_factor({ site: site.name, kind }),
    paragraphs: [m.email_new_factor_text({ site: site.name, kind })],
    action: seeSecurity(site),
    small: m.email_second_factor_small({ support: site.supportEmail }),
  });

export const passwordChangedEmail = (to: string, site: EmailBranding) =>
  composeEmail(site, {
    to,
    subject: m.email_password_changed({ site: site.name }),
    paragraphs: [m.email_password_changed_text({ site: site.name })],
    action: { label: m.email_sign_in(), url: `${site.url}/signin` },
    small: m.email_password_changed_small({ support: site.supportEmail }),
  });

export const factorRemovedEmail = (to: string, site: EmailBranding, kind: string) =>
  composeEmail(site, {
    to,
    subject: m.email_factor_removed({ site: site.name, kind }),
    paragraphs: [m.email_factor_removed_text({ site: site.name, kind })],
    action: seeSecurity(site),
    small: m.email_second_factor_small({ support: site.supportEmail }),
  });

/** The team turned it off for somebody who lost their apps, keys and codes. */
export const twoFactorOffEmail = (to: string, site: EmailBranding) =>
  composeEmail(site, {
    to,
    subject: m.email_two_factor_off({ site: site.name }),
    paragraphs: [m.email_two_factor_off_text({ site: site.name })],
    action: seeSecurity(site),
    small: m.email_second_factor_small({ support: site.supportEmail }),
  });

export const recoveryCodesEmail = (to: string, site: EmailBranding) =>
  composeEmail(site, {
    to,
    subject: m.email_recovery_codes({ site: site.name }),
    paragraphs: [m.email_recovery_codes_text({ site: site.name })],
    action: seeSecurity(site),
    small: m.email_second_factor_small({ support: site.supportEmail }),
  });

/** Goes to the account's previous address. */
export const addressChangedEmail = (to: string, site: EmailBranding, address: string) =>
  composeEmail(site, {
    to,
    subject: m.email_address_changed({ site: site.name }),
    paragraphs: [m.email_address_changed_text({ site: site.name, address })],
    action: { label: m.email_open_site({ site: site.name }), url: site.url },
    small: m.email_address_changed_small({ support: site.supportEmail }),
  });

/** The team deleted the account. */
export const accountDeletedEmail = (to: string, site: EmailBranding) =>
  composeEmail(site, {
    to,
    subject: m.email_account_deleted({ site: site.name }),
    paragraphs: [m.email_account_deleted_text({ site: site.name })],
    action: { label: m.email_open_site({ site: site.name }), url: site.url },
    small: m.email_account_deleted_small({ support: site.supportEmail }),
  });

export const welcomeEmail = (to: string, site: EmailBranding, unsubscribeUrl: string) =>
  composeEmail(site, {
    to,
    subject: m.email_welcome_to({ site: site.name }),
    paragraphs: [m.email_your_account_is_ready({ site: site.name }), m.email_pick_a_prompt()],
    action: { label: m.email_open_the_library(), url: `${site.url}/prompts` },
    small: m.email_an_account_was_created(),
    unsubscribeUrl,
  });
