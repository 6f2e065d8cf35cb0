import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { epochSeconds } from '#platform/epoch-seconds.ts';

/** A new secret in the format of Standard Webhooks. */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** The headers of a message, signed with each secret (Standard Webhooks). */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
) {
  return {
    'content-type': 'application/json',
    'user-agent': 'Promptory-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(epochSeconds(at)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
