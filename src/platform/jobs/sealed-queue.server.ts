import type { Vault } from '../secret.server.ts';
import { type Jobs, NonRetryableError, type Queue } from './jobs.server.ts';

/** A queue whose jobs are encrypted while they wait: they name people, or have secrets in them. */
export function createSealedQueue<Data extends object>(
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
  const queue = jobs.queue<{ sealed: string }>(
    name,
    async ({ sealed }, id) => work(unseal(sealed), id),
    options,
  );
  return {
    send: (data, ...rest) =>
      queue.send({ sealed: vault.encrypt(JSON.stringify(data)).toString('base64') }, ...rest),
  };
}
