import { type Jobs, NonRetryableError, type Queue } from '../jobs/jobs.server.ts';
import type { Vault } from '../secret.server.ts';

/** A queue of emails, or of requests for some: encrypted while they wait, and retried soon after the process that had them was killed. */
export function createEmailQueue<Data extends object>(
  { jobs, vault }: { jobs: Jobs; vault: Vault },
  name: string,
  work: (data: Data, id: string) => Promise<void>,
  options: { batchSize?: number } = {},
): Queue<Data> {
  function unseal(sealed: string): Data {
    try {
      return JSON.parse(vault.decrypt(Buffer.from(sealed, 'base64')));
    } catch (error) {
      throw new NonRetryableError('The email cannot be decrypted with this APP_SECRET', { cause: error });
    }
  }
  const queue = jobs.queue<{ sealed: string }>(name, async ({ sealed }, id) => work(unseal(sealed), id), {
    ...options,
    hasHeartbeat: true,
  });
  return {
    send: (data, ...rest) =>
      queue.send({ sealed: vault.encrypt(JSON.stringify(data)).toString('base64') }, ...rest),
  };
}
