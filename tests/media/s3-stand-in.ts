import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';

const key = 'stand-in-key';
const secret = 'stand-in/secret+with=signs';
const pageLength = 2;

/**
 * A server that speaks the part of S3's protocol that the storage uses: PUT, GET, DELETE and ListObjectsV2 by pages, by
 * path, with every signature checked. Reading a file needs no key, as with a public bucket.
 */
export async function startS3StandIn() {
  const files = new Map<string, { bytes: Buffer; headers: Record<string, string> }>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const answer = (status: number, text = '') =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    const file = files.get(url.pathname);
    const isRead = request.method === 'GET' && !url.searchParams.has('list-type');
    if (isRead) return file ? response.writeHead(200, file.headers).end(file.bytes) : answer(404);
    if (!(await isSigned(request.method ?? '', url, request.headers, body)))
      return answer(403, '<Code>SignatureDoesNotMatch</Code>');
    if (request.method === 'PUT') {
      const { 'content-type': type = '', 'cache-control': cache = '' } = request.headers;
      files.set(url.pathname, { bytes: body, headers: { 'content-type': type, 'cache-control': cache } });
      return answer(200);
    }
    if (request.method === 'DELETE') {
      files.delete(url.pathname);
      return answer(204);
    }
    const prefix = `${url.pathname}/${url.searchParams.get('prefix')}`;
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
    names: () => [...files.keys()],
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Signs the same request again and compares. */
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
