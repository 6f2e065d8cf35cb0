import { AwsClient } from 'aws4fetch';
import { listKeys } from '#platform/s3-keys.server.ts';
import { assertOk, callLimit, filesOver, type MediaStorage, type Send } from './media-storage.ts';

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
  const send: Send = (path, init) => client.fetch(`${root}${path}`, { ...init, signal: callLimit() });
  return {
    base,
    ...filesOver(send),
    async list(folder) {
      const prefix = `${folder}/`;
      const keys = await listKeys(prefix, async (query) => assertOk(await send(`?${query}`), 'GET').text());
      return keys.map((key) => key.slice(prefix.length));
    },
  };
}
