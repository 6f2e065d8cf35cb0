/** The parts of an OpenAPI 3.1 document that the page shows. */
export type ApiDescription = {
  info: { title: string; version: string; description?: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post?: Operation }>;
  components?: { schemas?: Record<string, Schema> };
};
type Operation = {
  tags: string[];
  summary?: string;
  description?: string;
  servers?: { url: string }[];
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; description?: string; required?: boolean; schema?: Schema }[];
  requestBody?: { description?: string; content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
};
type Schema = {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  maximum?: number;
  maxLength?: number;
  default?: unknown;
};

export type Endpoint = {
  id: string;
  group: string;
  method: string;
  path: string;
  summary: string;
  /** Which scopes a key needs; empty where none is named. */
  description: string;
  needsToken: boolean;
  parameters: { name: string; type: string; about: string; isRequired: boolean }[];
  body: { about: string; shape: string } | undefined;
  responses: { status: string; description: string; shape: string | undefined }[];
};

export type Group = { id: string; name: string; about: string; endpoints: Endpoint[] };

/** A message that a webhook sends. */
export type Message = { type: string; summary: string; shape: string };

const commonErrors = ['400', '413', '415', '422', '500', '503'];

/** The groups of endpoints in the order of the document, with shapes in TypeScript notation. */
export function listGroups(description: ApiDescription): Group[] {
  const endpoints = Map.groupBy(listEndpoints(description), ({ group }) => group);
  return description.tags.map(({ name, description: about }) => ({
    id: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    name,
    about,
    endpoints: endpoints.get(name) ?? [],
  }));
}

function listEndpoints({ paths, components }: ApiDescription): Endpoint[] {
  const schemas = components?.schemas ?? {};
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Endpoint => {
      const body = operation.requestBody?.content?.['application/json']?.schema;
      return {
        id: `${method}-${path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '')}`,
        method: method.toUpperCase(),
        group: operation.tags[0] ?? '',
        path: `${operation.servers?.[0]?.url ?? '/api/v1'}${path}`,
        summary: operation.summary ?? '',
        description: operation.description ?? '',
        needsToken: operation.security?.every((way) => Object.keys(way).length > 0) ?? false,
        parameters: (operation.parameters ?? []).map((parameter) => ({
          name: parameter.name,
          type: shapeOf(parameter.schema ?? {}, schemas, 0),
          about: parameter.description ?? '',
          isRequired: parameter.required ?? false,
        })),
        body: body && { about: descriptionOf(body, schemas), shape: shapeOf(body, schemas, 0) },
        responses: Object.entries(operation.responses ?? {})
          .filter(([status]) => !commonErrors.includes(status))
          .map(([status, { description, content }]) => {
            const schema = content?.['application/json']?.schema;
            return {
              status,
              description,
              shape: schema && status.startsWith('2') ? shapeOf(schema, schemas, 0) : undefined,
            };
          }),
      };
    }),
  );
}

/** The messages of webhooks in the order of the document. */
export const listMessages = ({ webhooks = {}, components }: ApiDescription): Message[] =>
  Object.entries(webhooks).map(([type, { post }]) => ({
    type,
    summary: post?.summary ?? '',
    shape: shapeOf(
      post?.requestBody?.content?.['application/json']?.schema ?? {},
      components?.schemas ?? {},
      0,
    ),
  }));

function shapeOf(schema: Schema, schemas: Record<string, Schema>, depth: number): string {
  if (schema.$ref) return shapeOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return parts.map((part) => shapeOf(part, schemas, depth)).join(' | ');
  if (schema.allOf) {
    return shapeOf(mergeAll(schema.allOf.map((part) => resolve(part, schemas))), schemas, depth);
  }
  const [type, ...others] = [schema.type ?? 'unknown'].flat();
  const suffix = others.map((other) => ` | ${other}`).join('');
  if (type === 'array') return `${wrap(shapeOf(schema.items ?? {}, schemas, depth))}[]${suffix}`;
  if (type === 'object' && schema.properties) {
    const indent = '  '.repeat(depth + 1);
    const lines = Object.entries(schema.properties).map(([name, value]) => {
      const line = `${indent}${name}${schema.required?.includes(name) ? '' : '?'}: ${shapeOf(value, schemas, depth + 1)}`;
      const about = value.description ?? '';
      if (about === '') return line;
      return line.includes('\n') || line.length + about.length > lineWidth
        ? `${wrapped(about)
            .map((part) => `${indent}// ${part}\n`)
            .join('')}${line}`
        : `${line} // ${about}`;
    });
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}${suffix}`;
  }
  return `${schema.format ? `${type} (${schema.format})` : type}${suffix}`;
}

/** What a body is for, wherever its schema is. */
const descriptionOf = (schema: Schema, schemas: Record<string, Schema>): string =>
  (schema.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema)?.description ?? '';

/** How many characters of a shape are seen on a desktop without scrolling sideways. */
const lineWidth = 90;
/** A text in lines, broken between words. */
const wrapped = (text: string): string[] => text.match(/\S.{0,79}(?=\s|$)/g) ?? [text];

const wrap = (shape: string) => (shape.includes(' | ') ? `(${shape})` : shape);
const resolve = (schema: Schema, schemas: Record<string, Schema>): Schema => {
  const found = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  return found.allOf ? mergeAll(found.allOf.map((part) => resolve(part, schemas))) : found;
};
const mergeAll = (parts: Schema[]): Schema => ({
  type: 'object',
  properties: Object.assign({}, ...parts.map((part) => part.properties)),
  required: parts.flatMap((part) => part.required ?? []),
});
