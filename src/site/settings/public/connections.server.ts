import { z } from 'zod';
import type { Database } from '#access/database.ts';
import { defaultMailAddress } from '#constants';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import type { Env } from '#platform/env.server.ts';
import { createGuardedFetch } from '#platform/http/guarded-fetch.server.ts';
import type { MailServer, MailSettings } from '#platform/mail/mail-server.server.ts';
import type { ModelSettings } from '#platform/model/language-model.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import type { Sender } from '#platform/text/sender-address.ts';
import { readSecret } from '../read-secret.server.ts';
import { defaultSettings } from '../settings-defaults.ts';
import {
  type ConnectionValues,
  connectionNames,
  connectionSecrets,
  hostInUrl,
  readConnections,
} from './connection-fields.ts';
import { readSettings } from './read-settings.server.ts';

type Given = Pick<
  Env,
  'SMTP_URL' | 'MAIL_FROM' | 'LLM_BASE_URL' | 'LLM_API_KEY' | 'LLM_MODEL' | 'PRIVATE_HOSTS'
>;
type Parts = {
  db: Database;
  vault: Vault;
  env: Given;
  databaseEvents: Pick<DatabaseEvents, 'onContentChange' | 'live'>;
};
export type Connections = ReturnType<typeof createConnections>;

/**
 * How the site sends email, and its language model: from the environment, or else from the settings. The two are never mixed, so that a key
 * from the environment never goes to a URL that someone typed.
 */
export function createConnections({ db, vault, env, databaseEvents }: Parts) {
  type Read = {
    siteName: string;
    values: ConnectionValues;
    secrets: Record<(typeof connectionSecrets)[number], string>;
  };
  let cached: Read | undefined;
  let version = 0;
  function forget() {
    version += 1;
    cached = undefined;
  }
  databaseEvents.onContentChange(forget);

  async function read(): Promise<Read> {
    if (cached && databaseEvents.live) return cached;
    const before = version;
    const values = await readSettings(db, [...connectionNames, 'site_name']);
    const [smtp_password, llm_api_key] = connectionSecrets.map((name) => readSecret(vault, values.get(name)));
    const found = {
      siteName: values.get('site_name') || defaultSettings.site_name,
      values: readConnections(values),
      secrets: { smtp_password: smtp_password ?? '', llm_api_key: llm_api_key ?? '' },
    };
    if (before === version) cached = found;
    return found;
  }

  function serverOf({ values, secrets }: Read): MailServer | undefined {
    if (env.SMTP_URL !== undefined) return { url: env.SMTP_URL, openHosts: 'any' };
    if (values.smtp_host === '') return undefined;
    const scheme = values.smtp_security === 'tls' ? 'smtps' : 'smtp';
    const url = new URL(`${scheme}://${hostInUrl(values.smtp_host)}:${values.smtp_port}`);
    if (values.smtp_user) {
      url.username = encodeURIComponent(values.smtp_user);
      url.password = encodeURIComponent(secrets.smtp_password);
    }
    if (values.smtp_security === 'starttls') url.searchParams.set('requireTLS', 'true');
    // Encryption that is optional needs no valid certificate (RFC 7435). With a password, encryption and its certificate are required.
    else if (values.smtp_security === 'none' && !values.smtp_user)
      url.searchParams.set('tls.rejectUnauthorized', 'false');
    return { url: url.href, openHosts: env.PRIVATE_HOSTS };
  }

  /** Servers accept email from the account that signs in, but seldom from an address at this machine. */
  function senderOf({ siteName, values: { smtp_user } }: Read): Sender {
    const isAddress = env.SMTP_URL === undefined && z.email().safeParse(smtp_user).success;
    return { name: siteName, address: isAddress ? smtp_user : defaultMailAddress };
  }

  const fetchGuarded = createGuardedFetch(env.PRIVATE_HOSTS);
  return {
    /** Must be called after a change, so that this process doesn't wait for the notification. */
    forget,

    /** The settings that the environment decides. */
    fixed: {
      smtp: env.SMTP_URL !== undefined,
      mail_from: env.MAIL_FROM !== undefined,
      model: env.LLM_BASE_URL !== undefined,
    },

    async mail(): Promise<MailSettings> {
      const found = await read();
      const { mail_from, mail_per_minute, bounce_address } = found.values;
      return {
        server: serverOf(found),
        from: env.MAIL_FROM ?? (mail_from || senderOf(found)),
        perMinute: mail_per_minute,
        bounceAddress: bounce_address,
      };
    },

    async model(): Promise<ModelSettings | undefined> {
      if (env.LLM_BASE_URL !== undefined)
        return { baseUrl: env.LLM_BASE_URL, apiKey: env.LLM_API_KEY, model: env.LLM_MODEL };
      const { values, secrets } = await read();
      if (values.llm_base_url === '') return undefined;
      return {
        baseUrl: values.llm_base_url,
        apiKey: secrets.llm_api_key || undefined,
        model: values.llm_model,
        fetch: fetchGuarded,
      };
    },
  };
}
