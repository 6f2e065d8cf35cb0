import { type Jobs, NonRetryableError, type Queue } from '../jobs/jobs.server.ts';
import type { Vault } from '../secret.server.ts';

/**
 * A queue of emails, or of requests to send some. They are encrypted while they wait, and retried soon after their
 * process was killed. With `oneAtOnce`, emails to one recipient are sent one at a time, without delaying others.
 * With `urgentFrom`, none waits for another, and those with at least this priority have places of their own.
 */
export function createEmailQueue<Data extends { to: string }>(
  { jobs, vault }: { jobs: Jobs; vault: Vault },
  name: string,
  work: (data: Data, id: string) => Promise<void>,
  {
    batchSize,
    oneAtOnce = false,
    urgentFrom,
  }: { batchSize?: number; oneAtOnce?: boolean; urgentFrom?: number } = {},
): Pick<Queue<Data>, 'send'> {
  function unseal(sealed: string): Data {
    try {
      return JSON.parse(vault.decrypt(Buffer.from(sealed, 'base64')));
    } catch (error) {
      throw new NonRetryableError('The email cannot be decrypted with this APP_SECRET', { cause: error });
    }
  }
  const queue = jobs.queue<{ sealed: string }>(name, async ({ sealed }, id) => work(unseal(sealed), id), {
    ...(batchSize && { batchSize }),
    ...(urgentFrom !== undefined && { urgentFrom }),
    ...(oneAtOnce && {
      groups: { of: ({ sealed }) => vault.fingerprint(unseal(sealed).to).toString('base64url'), atOnce: 1 },
    }),
    hasHeartbeat: true,
  });
  return {
    send: (data, ...rest) =>
      queue.send({ sealed: vault.encrypt(JSON.stringify(data)).toString('base64') }, ...rest),
  };
}
