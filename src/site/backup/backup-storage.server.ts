import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { BackupError } from '#platform/backup/backup-archive.server.ts';
import { messageOf } from '#platform/error-message.ts';
import { repeatCall } from '#platform/repeat-call.server.ts';
import { listKeys } from '#platform/s3-keys.server.ts';

/**
 * S3 takes up to 10,000 parts of at least 5 MiB; parts of this size allow 312 GiB. R2 and Garage require all but the last
 * part to have the same size.
 */
const usualPart = 32 * 1_048_576;
/** Timeouts for one call, and for one part, which may have a slow connection. */
const callMilliseconds = 120_000;
const partMilliseconds = 600_000;
/** An upload that has been unfinished for this long was of a process that was killed. No backup takes a day. */
const unfinishedMilliseconds = 86_400_000;
const namePattern = /^promptory-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

/** Backups in a bucket. Their names sort by creation time. */
export type BackupStorage = {
  /** Oldest first. */
  list(): Promise<string[]>;
  /**
   * Resolves when the backup is stored completely; until then, nothing has this name. Destroys `content` in any case, and deletes what
   * killed processes have uploaded.
   */
  put(name: string, content: Readable): Promise<void>;
  /** Undefined if there is no such backup. Unlike the other calls, it isn't repeated after a network error. */
  get(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
  remove(name: string): Promise<void>;
};

class StorageError extends BackupError {
  readonly status: number;
  readonly code: string;

  constructor(method: string, status: number, code: string) {
    super(`The storage of BACKUP_URL answered ${method} with ${status} ${code}`.trim());
    this.status = status;
    this.code = code;
  }
}

/** The name of a backup made at this time. */
export const nameBackup = (time: Date) =>
  `promptory-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

/** The time at which a backup was made. */
export const timeOfBackup = (name: string) =>
  new Date(name.replace(/^promptory-(.{10})T(..)-(..)-(..)Z\.backup$/, '$1T$2:$3:$4Z'));

/**
 * The bucket of BACKUP_URL: `s3://<key>:<secret>@<host>/<bucket>/<folder>?region=<region>`; `&tls=false` for a server without TLS.
 * @param pauses between the attempts at a call, in milliseconds
 * @throws Error that lists what is missing
 */
export function createBackupStorage(
  backupUrl: string,
  { partBytes = usualPart, pauses }: { partBytes?: number; pauses?: readonly number[] } = {},
): BackupStorage {
  const url = new URL(backupUrl);
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const missing = [!url.username && 'the access key', !url.password && 'the secret', !bucket && 'the bucket'];
  if (missing.some(Boolean))
    throw new Error(`BACKUP_URL is missing ${missing.filter(Boolean).join(', ')}. See .env.example.`);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: 0,
  });
  const root = `${url.searchParams.get('tls') === 'false' ? 'http' : 'https'}://${url.host}/${bucket}`;
  const addressOf = (name: string) => `${root}/${prefix}${name}`;

  async function ask(
    method: string,
    address: string,
    body?: Uint8Array<ArrayBuffer>,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const signed = body && {
      body,
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    };
    const answer = await client.fetch(address, { method, signal, ...signed }).catch((cause: Error) => {
      const reason = messageOf(cause.cause ?? cause);
      throw new BackupError(`The storage of BACKUP_URL cannot be reached: ${reason}`, { cause });
    });
    if (answer.ok) return answer;
    throw new StorageError(method, answer.status, /<Code>([^<]+)</.exec(await answer.text())?.[1] ?? '');
  }

  const call = (
    method: string,
    address: string,
    body?: Uint8Array<ArrayBuffer>,
    milliseconds = callMilliseconds,
  ): Promise<{ text: string; headers: Headers }> =>
    repeatCall(async () => {
      const answer = await ask(method, address, body, AbortSignal.timeout(milliseconds));
      return { text: await answer.text(), headers: answer.headers };
    }, pauses);

  /** Otherwise the storage would keep, and charge for, the parts of uploads whose process was killed. */
  async function endUnfinished() {
    const query = new URLSearchParams({ uploads: '', prefix: `${prefix}promptory-` });
    const { text } = await call('GET', `${root}?${query}`);
    for (const [upload] of text.matchAll(/<Upload>.*?<\/Upload>/gs)) {
      const [key = '', id = '', begun = ''] = ['Key', 'UploadId', 'Initiated'].map(
        (name) => new RegExp(`<${name}>([^<]+)<`).exec(upload)?.[1],
      );
      const name = key.slice(prefix.length);
      if (namePattern.test(name) && Date.parse(begun) < Date.now() - unfinishedMilliseconds)
        await call('DELETE', `${addressOf(name)}?uploadId=${encodeURIComponent(id)}`);
    }
  }

  async function upload(name: string, content: Readable) {
    const address = addressOf(name);
    const { text: started } = await call('POST', `${address}?uploads=`);
    const given = /<UploadId>([^<]+)</.exec(started)?.[1];
    if (!given)
      throw new BackupError('The storage of BACKUP_URL does not answer like S3. Check the address.');
    const id = encodeURIComponent(given);
    try {
      const tags: string[] = [];
      for await (const part of inParts(content, partBytes)) {
        const place = `${address}?partNumber=${tags.length + 1}&uploadId=${id}`;
        const { headers } = await call('PUT', place, part, partMilliseconds);
        tags.push(headers.get('etag') ?? '');
      }
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const complete = call('POST', `${address}?uploadId=${id}`, new TextEncoder().encode(list));
      const { text } = await complete.catch((error: unknown) => {
        // An earlier attempt may have succeeded without an answer. Whoever uploads looks for the backup in the list afterward.
        if (error instanceof StorageError && error.code === 'NoSuchUpload') return { text: '' };
        throw error;
      });
      // S3 can report an error in a 200 response body.
      if (text.includes('<Error>'))
        throw new BackupError(`The storage of BACKUP_URL did not keep the backup: ${text.slice(0, 200)}`);
    } catch (error) {
      await call('DELETE', `${address}?uploadId=${id}`).catch(() => undefined);
      throw error;
    }
  }

  return {
    async list() {
      const keys = await listKeys(
        `${prefix}promptory-`,
        async (query) => (await call('GET', `${root}?${query}`)).text,
      );
      return keys
        .map((key) => key.slice(prefix.length))
        .filter((name) => namePattern.test(name))
        .sort();
    },
    async put(name, content) {
      try {
        // The key may lack the permission to list uploads.
        await endUnfinished().catch(() => undefined);
        await upload(name, content);
      } finally {
        // While nobody reads it, a backup keeps its connection, its lock and its snapshot.
        content.destroy();
      }
    },
    async get(name) {
      // No timeout: a download takes as long as it needs.
      const answer = await ask('GET', addressOf(name)).catch((error: unknown) => {
        if (error instanceof StorageError && error.code === 'NoSuchKey') return undefined;
        throw error;
      });
      if (!answer) return undefined;
      const { body } = answer;
      if (!body) throw new BackupError(`${name} is empty.`);
      return body;
    },
    async remove(name) {
      await call('DELETE', addressOf(name));
    },
  };
}

/** Parts of exactly `partBytes`, and a smaller last one. */
async function* inParts(content: Readable, partBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(partBytes);
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length; ) {
      const taken = chunk.subarray(start, start + partBytes - size);
      part.set(taken, size);
      start += taken.length;
      size += taken.length;
      if (size < partBytes) continue;
      yield part;
      part = new Uint8Array(partBytes);
      size = 0;
    }
  }
  if (size > 0) yield part.subarray(0, size);
}
