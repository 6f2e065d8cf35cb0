import { AwsClient } from 'aws4fetch';
import { listKeys } from '#platform/s3-keys.server.ts';
import type { MediaFolder } from './media.contract.ts';
import { assertOk, callLimit, fileHeaders, type MediaStorage } from './media-storage.ts';

type Options = { root: string; base: string; key: string; secret: string; region: string };

/** Stores images in an S3-compatible bucket with path-style URLs. */
export function createS3Storage({ root, base, key, secret, region }: Options): MediaStorage {
  const client = new AwsClient({
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 3,
  });
  const send = (address: string, init: RequestInit = {}) =>
    client.fetch(address, { ...init, signal: callLimit() });
  const urlOf = (folder: MediaFolder, name: string) => `${root}/${folder}/${name}`;
  return {
    base,
    async put(folder, name, bytes) {
      const body = new Uint8Array(bytes);
      assertOk(await send(urlOf(folder, name), { method: 'PUT', body, headers: fileHeaders }), 'PUT');
    },
    async remove(folder, name) {
      const answer = await send(urlOf(folder, name), { method: 'DELETE' });
      if (answer.status !== 404) assertOk(answer, 'DELETE');
    },
    async get(folder, name) {
      const answer = await send(urlOf(folder, name));
      return answer.status === 404 ? undefined : assertOk(answer, 'GET').bytes();
    },
    async list(folder) {
      const prefix = `${folder}/`;
      const keys = await listKeys(prefix, async (query) =>
        assertOk(await send(`${root}?${query}`), 'GET').text(),
      );
      return keys.map((key) => key.slice(prefix.length));
    },
  };
}
