import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';
import { endServer } from '../harness/end-server.ts';

const key = 'stand-in-key';
const secret = 'stand-in/secret+with=signs';
const pageLength = 2;

/** S3 accepts smaller parts only at the end. */
const minPartBytes = 5 * 1_048_576;

type Upload = { path: string; begun: Date; parts: Map<number, Buffer> };

/**
 * A server with the part of S3's protocol that the site uses: PUT, GET, HEAD, DELETE, paginated ListObjectsV2 and multipart uploads, with
 * path-style URLs. It refuses what S3 refuses: wrong signatures, other buckets, bodies that don't match their hash or length, missing or
 * too small parts, and, like R2, parts of different sizes. Pictures can be read without a key, as in a public bucket; backups can't.
 */
export async function startS3StandIn() {
  const files = new Map<string, { bytes: Buffer; headers: Record<string, string> }>();
  const uploads = new Map<string, Upload>();
  let started = 0;
  let failing = false;
  let losing = false;
  let refusing = false;
  let isDropped = () => false;
  let dropsCompletion = false;

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (isDropped()) return request.socket.destroy();
    const body = Buffer.concat(chunks);
    const answer = (status: number, text = '') =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    const file = files.get(url.pathname);
    const isRead = request.method === 'GET' && !url.search;
    if (failing && request.method === 'PUT') return answer(403, '<Code>AccessDenied</Code>');
    if (isRead && !url.pathname.endsWith('.backup'))
      return file ? response.writeHead(200, file.headers).end(file.bytes) : answer(404);
    if (!(await isSigned(request.method ?? '', url, request.headers, body)))
      return answer(403, '<Code>SignatureDoesNotMatch</Code>');
    if (!/^\/bucket(\/|$)/.test(url.pathname)) return answer(404, '<Code>NoSuchBucket</Code>');
    const hash = String(request.headers['x-amz-content-sha256']);
    if (hash !== 'UNSIGNED-PAYLOAD' && body.length > 0 && hash !== sha256(body))
      return answer(400, '<Code>XAmzContentSHA256Mismatch</Code>');
    if (body.length !== Number(request.headers['content-length'] ?? 0))
      return answer(411, '<Code>MissingContentLength</Code>');
    if (isRead)
      return file
        ? response.writeHead(200, file.headers).end(file.bytes)
        : answer(404, '<Code>NoSuchKey</Code>');
    if (url.searchParams.has('uploads') && request.method === 'GET') {
      const prefix = `${url.pathname}/${url.searchParams.get('prefix') ?? ''}`;
      const listed = [...uploads]
        .filter(([, { path }]) => path.startsWith(prefix))
        .map(
          ([id, { path, begun }]) =>
            `<Upload><Key>${path.slice(url.pathname.length + 1)}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
        );
      return answer(200, `<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`);
    }
    if (url.searchParams.has('uploads')) {
      if (refusing) return answer(403, '<Code>AccessDenied</Code>');
      const id = `id/${started++}+=`;
      uploads.set(id, { path: url.pathname, begun: new Date(), parts: new Map() });
      return answer(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const uploadId = url.searchParams.get('uploadId');
    if (uploadId !== null) {
      const upload = uploads.get(uploadId);
      if (upload?.path !== url.pathname) return answer(404, '<Code>NoSuchUpload</Code>');
      if (request.method === 'DELETE') {
        uploads.delete(uploadId);
        return answer(204);
      }
      if (request.method === 'PUT') {
        upload.parts.set(Number(url.searchParams.get('partNumber')), body);
        return response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
      }
      const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
      const parts = listed.map(([, number, tag]) => {
        const part = upload.parts.get(Number(number));
        return part && `"${sha256(part)}"` === tag ? part : undefined;
      });
      if (parts.length === 0 || parts.includes(undefined)) return answer(400, '<Code>InvalidPart</Code>');
      if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < minPartBytes))
        return answer(400, '<Code>EntityTooSmall</Code>');
      if (new Set(parts.slice(0, -1).map((part) => part?.length)).size > 1)
        return answer(400, '<Code>InvalidPart</Code>');
      // S3 answers 200 before it knows whether it can put the parts together.
      if (losing) return answer(200, '<Error><Code>InternalError</Code></Error>');
      uploads.delete(uploadId);
      files.set(url.pathname, { bytes: Buffer.concat(parts as Buffer[]), headers: {} });
      if (dropsCompletion) return request.socket.destroy();
      return answer(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    }
    if (request.method === 'PUT') {
      const { 'content-type': type = '', 'cache-control': cache = '' } = request.headers;
      files.set(url.pathname, { bytes: body, headers: { 'content-type': type, 'cache-control': cache } });
      return answer(200);
    }
    if (request.method === 'DELETE') {
      files.delete(url.pathname);
      return answer(204);
    }
    if (request.method === 'HEAD') return answer(file ? 200 : 404);
    const prefix = `${url.pathname}/${url.searchParams.get('prefix') ?? ''}`;
    const names = [...files.keys()].filter((name) => name.startsWith(prefix)).sort();
    const start = Number(url.searchParams.get('continuation-token') ?? 0);
    const page = names
      .slice(start, start + pageLength)
      .map((name) => `<Contents><Key>${name.slice(url.pathname.length + 1)}</Key></Contents>`);
    const more =
      start + pageLength < names.length
        ? `<NextContinuationToken>${start + pageLength}</NextContinuationToken>`
        : '';
    return answer(200, `<ListBucketResult>${page.join('')}${more}</ListBucketResult>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    mediaUrl: `s3://${key}:${encodeURIComponent(secret)}@${host}/bucket?region=eu-test-1&tls=false&public=${encodeURIComponent(`http://${host}/bucket`)}`,
    backupUrl: `s3://${key}:${encodeURIComponent(secret)}@${host}/bucket/site/one?region=eu-test-1&tls=false`,
    names: () => [...files.keys()],
    bytesOf: (name: string) => files.get(name)?.bytes,
    /** The number of uploads that were neither completed nor aborted. */
    openUploads: () => uploads.size,
    /** Whether all uploads are refused. */
    refuseUploads(value: boolean) {
      failing = value;
    },
    /** Hangs up on every second request, which are answered when they are repeated. */
    dropEverySecond() {
      let count = 0;
      isDropped = () => count++ % 2 === 0;
    },
    /** Hangs up after it has put the parts of an upload together. */
    dropCompletions() {
      dropsCompletion = true;
    },
    /** Whether multipart uploads are refused at their start. */
    refuseStarts(value: boolean) {
      refusing = value;
    },
    /** Whether all uploads fail at their end, with status 200. */
    loseUploads(value: boolean) {
      losing = value;
    },
    stop: () => endServer(server),
  };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Signs the same request and compares the signatures. */
async function isSigned(method: string, url: URL, headers: NodeJS.Dict<string | string[]>, body: Buffer) {
  const given = String(headers.authorization ?? '');
  const signedNames = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
  const scope = /Credential=([^/]+)\/\d+\/([^/]+)\/s3\/aws4_request/.exec(given);
  if (scope?.[1] !== key || !signedNames.includes('host') || !signedNames.includes('x-amz-content-sha256'))
    return false;
  const kept = Object.fromEntries(
    signedNames.filter((name) => name !== 'host').map((name) => [name, String(headers[name])]),
  );
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: kept,
    service: 's3',
    region: scope[2] ?? '',
    accessKeyId: key,
    secretAccessKey: secret,
    datetime: String(headers['x-amz-date']),
    allHeaders: true,
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  return (await signer.sign()).headers.get('authorization') === given;
}
