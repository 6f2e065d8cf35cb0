import type { Env } from '#platform/env.server.ts';
import { messageOf } from '#platform/error-message.ts';
import { callLimit, type MediaStorage, StorageRefusal } from '#site/media/media-storage.ts';
import { createStorage } from '#site/media/storage.server.ts';

/** A picture of one pixel. */
const pixel = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** Stores a picture in the storage of MEDIA_URL, reads it as visitors do, and deletes it. Reports nothing for the local folder. */
export async function checkPictures({ MEDIA_URL, DATA_DIR }: Env) {
  if (MEDIA_URL === 'file:') return [];
  const finding = (ok: boolean, detail: string) => [{ name: 'pictures', ok, detail }];
  try {
    const storage = createStorage(MEDIA_URL, DATA_DIR);
    const name = `${Date.now()}-doctor.webp`;
    await storage.put('site', name, pixel);
    const problem = await readAsVisitor(storage, name);
    await storage.remove('site', name);
    return problem
      ? finding(false, `${problem}: check ?public= in MEDIA_URL, and that everyone can read the pictures`)
      : finding(true, `can be stored, read at ${storage.base} and deleted`);
  } catch (error) {
    return finding(false, reasonOf(error, MEDIA_URL));
  }
}

/** The cause of a failed fetch, which itself says nothing. */
const causeOf = (error: unknown) => messageOf(error instanceof TypeError ? (error.cause ?? error) : error);

/** @returns why visitors don't get the picture; undefined if they do */
async function readAsVisitor({ base }: MediaStorage, name: string): Promise<string | undefined> {
  try {
    const { ok, status, headers, body } = await fetch(`${base}/site/${name}`, { signal: callLimit() });
    await body?.cancel();
    if (!ok) return `visitors don't find a stored picture at ${base} (${status})`;
    // A storage may convert pictures, but a page is none.
    return headers.get('content-type')?.startsWith('image/')
      ? undefined
      : `${base} answers with something other than a picture`;
  } catch (error) {
    return `visitors can't reach ${base} (${causeOf(error)})`;
  }
}

function reasonOf(error: unknown, mediaUrl: string): string {
  if (!(error instanceof StorageRefusal))
    return error instanceof TypeError ? `the storage cannot be reached: ${causeOf(error)}` : messageOf(error);
  const isS3 = mediaUrl.startsWith('s3:');
  const place = new URL(mediaUrl).pathname.slice(1);
  if (error.status === 401 || error.status === 403)
    return `the storage refuses the key (${error.status}): check the ${isS3 ? 'access key, the secret, the region and the rights of the key' : 'access key and the name of the storage zone'} in MEDIA_URL`;
  if (error.status === 404)
    return `there is no ${isS3 ? 'bucket' : 'storage zone'} "${place}": check MEDIA_URL`;
  return error.message;
}
