import { AwsClient } from 'aws4fetch';
import type { MediaFolder } from './media.contract.ts';
import { fileHeaders, type MediaStorage, requireDone } from './storage.server.ts';

type Options = { root: string; base: string; key: string; secret: string; region: string };

/** Pictures in a bucket that speaks the S3 protocol, addressed by path. */
export function createS3Storage({ root, base, key, secret, region }: Options): MediaStorage {
  const client = new AwsClient({
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 3,
  });
  const place = (folder: MediaFolder, name: string) => `${root}/${folder}/${name}`;
  return {
    base,
    async put(folder, name, bytes) {
      const body = new Uint8Array(bytes);
      requireDone(
        await client.fetch(place(folder, name), { method: 'PUT', body, headers: fileHeaders }),
        'a PUT',
      );
    },
    async remove(folder, name) {
      const answer = await client.fetch(place(folder, name), { method: 'DELETE' });
      if (answer.status !== 404) requireDone(answer, 'a DELETE');
    },
    async list(folder) {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` });
        if (token) query.set('continuation-token', token);
        const text = await requireDone(await client.fetch(`${root}?${query}`), 'a list').text();
        // Our names have no character that XML would write in another way.
        for (const match of text.matchAll(/<Key>([^<&]+)<\/Key>/g))
          names.push((match[1] ?? '').slice(folder.length + 1));
        token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]?.replaceAll('&amp;', '&');
      } while (token);
      return names;
    },
  };
}
