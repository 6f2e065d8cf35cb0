import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { generateApi } from 'swagger-typescript-api';
import { visitor } from '#access/viewer.ts';
import { createApi } from '../../src/api.server.ts';

export const clientFile = 'public/api-client.ts';

/** Stands in for every service: the description is built from contracts alone, and never calls them. */
const nobody: never = new Proxy(() => undefined, {
  get: (_target, name) =>
    name === 'then' ? undefined : name === Symbol.iterator ? [][Symbol.iterator] : nobody,
  apply: () => nobody,
}) as never;

const services = new Proxy({} as Parameters<typeof createApi>[0], {
  get: (_target, name) =>
    name === 'viewers' ? { fromHeader: async () => visitor, count: async () => [] } : nobody,
});

type Description = { paths: Record<string, Record<string, { servers?: unknown }>> };

async function readDescription(): Promise<Description> {
  const answer = await createApi(services, nobody, nobody).request('/openapi.json');
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Description;
}

/** Types of answers that are one text; events arrive one by one. */
const isText = /^text\/(?!event-stream)|\+xml$/;

/** Leaves out the functions, because the client has one base address. */
const underOneAddress = (description: Description): Description => ({
  ...description,
  paths: Object.fromEntries(
    Object.entries(description.paths).filter(([, methods]) =>
      Object.values(methods).every(({ servers }) => !servers),
    ),
  ),
});

const thrown = `
/** What a request throws if its response isn't a success. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Stable, for programs; undefined if something between here and the API has responded. */
  readonly code: string | undefined;
  /** The body of the response. */
  readonly error: ErrorBody;
  readonly response: Response;

  constructor(response: HttpResponse<unknown, ErrorBody>) {
    const { status, error } = response;
    super(typeof error?.error === "string" ? error.error : \`The response has the status \${status}.\`);
    this.status = status;
    this.code = error?.code;
    this.error = error;
    this.response = response;
  }
}
`;

/** The API client: a single file that needs only `fetch`. */
export async function generateClient(description: Description): Promise<string> {
  const { files } = await generateApi({
    spec: underOneAddress(description) as never,
    output: false,
    silent: true,
    primitiveTypeConstructs: () => ({ string: { binary: () => 'Blob' } }),
    hooks: {
      // An answer that isn't always JSON or always text is a file, or events that the caller must read.
      onCreateRoute(route) {
        const schema = route.responseBodyInfo?.success?.schema;
        const types: string[] = schema?.contentTypes ?? [];
        if (types.some((type) => !type.includes('json'))) {
          schema.contentKind = 'OTHER';
          if (types.includes('text/event-stream')) Object.assign(route.response, { type: 'null' });
          else if (!types.every((type) => isText.test(type))) Object.assign(route.response, { type: 'Blob' });
        }
        return route;
      },
    },
  });
  const [file] = files;
  if (!file || files.length !== 1) throw new Error(`${files.length} files were made instead of one.`);
  // Node runs the file unchanged, except for enums, so this becomes an object.
  const runnable = file.fileContent.replace(
    /export enum ContentType {([^}]*)}/,
    (_whole, entries: string) => {
      const values = entries.replaceAll(' = ', ': ');
      return `export const ContentType = {${values}} as const;\nexport type ContentType = (typeof ContentType)[keyof typeof ContentType];`;
    },
  );
  return (
    runnable
      // Files are sent as they are.
      .replace(': payloadFormatter(body)', ': body instanceof Blob ? body : payloadFormatter(body)')
      // The generator names no format for texts and files.
      .replaceAll(
        /(?<=this\.request<(string|Blob), ErrorBody>\(\{(?:(?!\.\.\.params)[^;])*?)\.\.\.params/g,
        (params, type: string) => `format: "${type === 'Blob' ? 'blob' : 'text'}",\n        ${params}`,
      )
      // Refusals are JSON whatever is asked for.
      .replace('responseFormat ? response.clone()', 'responseFormat || !r.ok ? response.clone()')
      .replace('!responseFormat\n        ? r', '!responseFormat && r.ok\n        ? r')
      .replace(
        'responseToParse[responseFormat]()',
        'responseToParse[r.ok && responseFormat ? responseFormat : "json"]()',
      )
      // An answer that breaks off has no data; a refusal that isn't JSON comes from a server in between.
      .replace(
        /\.catch\(\(e\) => \{\s*r\.error = e;/,
        '.catch((e) => {\n              if (r.ok) throw e;\n              r.error = { error: r.statusText || String(e) } as E;',
      )
      // With exactOptionalPropertyTypes, an optional argument isn't an optional property.
      .replace('query?: QueryParamsType;', 'query?: QueryParamsType | undefined;')
      .replace(
        'if (!response.ok) throw data;',
        'if (!response.ok) throw new ApiError(data as HttpResponse<unknown, ErrorBody>);',
      )
      .replace(/\ntype CancelToken/, (next) => `${thrown}${next}`)
      // Path parameters must be encoded, or the # of a file name would end the path.
      .replaceAll(/path: `[^`]*`/g, (path) => path.replaceAll(/\$\{(\w+)\}/g, '${encodeURIComponent($1)}'))
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(clientFile, await generateClient(await readDescription()));
