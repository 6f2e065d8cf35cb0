import { z } from 'zod';
import { defaultModel, limits, mailingRules } from '#constants';
import { line } from '#platform/contract/contract-fields.ts';
import { addressOfSender } from '#platform/text/sender-address.ts';
import { bareAddressProblem, isBareAddress } from '../bare-address.ts';
import * as m from '../words/messages.ts';

const { perMinute } = mailingRules;
/** `none` encrypts if the server supports it; a password is never sent unencrypted. */
export const smtpSecurities = ['tls', 'starttls', 'none'] as const;
/** A longer name would leave no room for the part that identifies a returned email (RFC 5321: 64 characters). */
const bounceName = 20;

const value = line(limits.settingValue);
const names = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/;
const addresses = /^(\[[0-9a-f:.]+\]|[0-9a-f.]*:[0-9a-f:.]*)$/;
/** A host as written in a URL: IPv6 addresses in brackets. */
export const hostInUrl = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);
const isHost = (text: string) =>
  (names.test(text) || addresses.test(text)) && URL.canParse(`http://${hostInUrl(text)}/`);
const host = value.toLowerCase().refine((text) => text === '' || isHost(text), {
  error: () => m.enter_a_host_name(),
});

/** The owner's settings for sending email, and for the language model. */
export const connectionFields = {
  smtp_host: host,
  smtp_port: z.int().min(1).max(65_535),
  smtp_security: z.enum(smtpSecurities),
  smtp_user: value,
  mail_from: value.refine((text) => text === '' || z.email().safeParse(addressOfSender(text)).success, {
    error: () => m.enter_a_sender(),
  }),
  mail_per_minute: z.int().min(perMinute.min).max(perMinute.max),
  bounce_address: value.refine((text) => text === '' || isBounceAddress(text), {
    error: () => m.enter_a_bounce_address({ count: bounceName }),
  }),
  llm_base_url: value.refine((text) => text === '' || isBareAddress(text), {
    error: ({ input }) => bareAddressProblem(input) ?? m.enter_a_model_address(),
  }),
  llm_model: value,
};
export const connectionSecrets = ['smtp_password', 'llm_api_key'] as const;
export const connectionNames = [...Object.keys(connectionFields), ...connectionSecrets];

const isBounceAddress = (text: string) =>
  z.email().safeParse(text).success && text.indexOf('@') <= bounceName && !/[+=]/.test(text);

const stored = z.object({
  smtp_host: connectionFields.smtp_host.catch(''),
  smtp_port: z.coerce.number().pipe(connectionFields.smtp_port).catch(587),
  smtp_security: connectionFields.smtp_security.catch('starttls'),
  smtp_user: z.string().catch(''),
  mail_from: z.string().catch(''),
  mail_per_minute: z.coerce.number().pipe(connectionFields.mail_per_minute).catch(perMinute.default),
  bounce_address: z.string().catch(''),
  llm_base_url: z.string().catch(''),
  llm_model: z.string().min(1).catch(defaultModel),
});
export type ConnectionValues = z.output<typeof stored>;
/** Parses stored values; those that aren't set are empty. */
export const readConnections = (values: ReadonlyMap<string, string>): ConnectionValues =>
  stored.parse(Object.fromEntries(values));
