import { McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { limits, listLimitMaximum } from '#constants';
import { blankValues } from '#library/blanks/public/blank-fields.ts';
import { openBlanks, valuesByKey } from '#library/blanks/public/blanks.ts';
import { blankKey } from '#library/blanks/public/parse.ts';
import { text } from '#platform/contract/contract-fields.ts';
import { AppError } from '#platform/errors.ts';
import { release } from '#platform/release.server.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { plainText } from '#platform/text/plain-text.ts';
import { refuseInvalidParams } from './invalid-params.server.ts';
import { isOffered, methodScopes } from './mcp-scopes.ts';
import type { McpRequest } from './mcp-services.ts';
import { registerTools } from './mcp-tools.server.ts';
import { playbookText, promptText, shownPlaybook } from './model-texts.ts';
import { slug as itemSlug, refusalOf } from './tool-parts.server.ts';

const completions = 20;
const unchanging = { listChanged: false };
/** The argument for a blank. Blanks are matched regardless of how their name is written. */
const argumentName = (name: string) => blankKey(name).replaceAll(' ', '_');
const instructions =
  'A library of AI prompts and playbooks. Find one with search_library; read it with get_prompt or get_playbook. Items that the member cannot read come without text, and say how to unlock them.';

/** Tells a client about an error in the site's words; details stay in the log. */
async function told<Result>(request: McpRequest, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = refusalOf(request, error);
    const { InternalError, InvalidParams } = ProtocolErrorCode;
    throw new ProtocolError(code === 'internal' ? InternalError : InvalidParams, message, { code });
  }
}

/** Validates a member's input with the API's schema. @throws AppError 422 */
function checked<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const { data, error } = schema.safeParse(given);
  if (!error) return data;
  const { path, message } = error.issues[0] ?? { path: [], message: error.message };
  throw new AppError('validation_failed', [...path, message].join(': '));
}

/** A server for one request. It has no state beyond that, so any process can answer the next one. */
export function createMcpServer(request: McpRequest): McpServer {
  const hasPrompts = isOffered(request, methodScopes['prompts/get']);
  const hasResources = isOffered(request, methodScopes['resources/read']);
  const hasCompletions = isOffered(request, methodScopes['completion/complete']);
  const server = new McpServer(
    { name: 'promptory', version: release, websiteUrl: request.publicUrl },
    {
      instructions,
      // Changes aren't pushed; clients request lists again.
      capabilities: {
        ...(hasCompletions && { completions: {} }),
        ...(hasPrompts && { prompts: unchanging }),
        ...(hasResources && { resources: unchanging }),
        tools: unchanging,
      },
    },
  );
  refuseInvalidParams(server);
  registerTools(server, request);
  if (hasResources) registerResources(server, request);
  if (hasPrompts) registerPrompts(server, request);
  if (hasCompletions)
    server.server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
      told(request, async () => ({ completion: limited(await complete(request, ref, argument)) })),
    );
  return server;
}

function registerResources(server: McpServer, request: McpRequest) {
  const { services, viewer } = request;
  for (const [kind, read] of [
    ['prompts', async (slug: string) => promptText(request, await services.prompts.get(viewer, slug))],
    [
      'playbooks',
      async (slug: string) =>
        playbookText(shownPlaybook(request, await services.playbooks.get(viewer, slug))),
    ],
  ] as const) {
    server.registerResource(
      kind,
      new ResourceTemplate(`promptory://${kind}/{slug}`, { list: undefined }),
      { mimeType: 'text/markdown', description: `One of the library's ${kind}, by its slug` },
      (uri, { slug }) =>
        told(request, async () => ({
          contents: [
            { uri: uri.href, mimeType: 'text/markdown', text: await read(checked(itemSlug, String(slug))) },
          ],
        })),
    );
  }
}

function registerPrompts({ server }: McpServer, request: McpRequest) {
  const { services, viewer } = request;
  server.setRequestHandler('prompts/list', ({ params }) =>
    told(request, async () => {
      const { items, next_cursor } = await services.readablePrompts.list(viewer, params?.cursor);
      return {
        prompts: items.map(({ slug, title, description, blanks }) => ({
          name: slug,
          title,
          description: cutText(plainText(description), 300),
          arguments: blanks.map(({ name, label, help, required }) => ({
            name: argumentName(name),
            description: [label || name, help].filter(Boolean).join(': '),
            required,
          })),
        })),
        ...(next_cursor === null ? {} : { nextCursor: next_cursor }),
      };
    }),
  );

  server.setRequestHandler('prompts/get', ({ params }) =>
    told(request, async () => {
      const slug = checked(itemSlug, params.name);
      const values = checked(blankValues, params.arguments ?? {});
      const prompt = await services.readablePrompts.find(viewer, slug);
      const missing = prompt ? openBlanks(prompt.blanks, valuesByKey(values)) : [];
      if (missing.length > 0)
        throw new AppError(
          'validation_failed',
          `Missing arguments: ${missing.map(({ name }) => argumentName(name)).join(', ')}`,
        );
      // Called for missing and locked prompts too: the service says which it is.
      const { text, copies_left } = await services.prompts.copy(viewer, slug, { values });
      return {
        description: prompt?.title ?? slug,
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
        _meta: { 'promptory/copies_left': copies_left },
      };
    }),
  );
}

const limited = (values: string[]) => ({
  values: values.slice(0, completions),
  total: values.length,
  hasMore: values.length > completions,
});

type Reference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };

/** The choices of a blank, or slugs of items that match what was typed. */
async function complete(
  { services, viewer }: McpRequest,
  ref: Reference,
  { name, value }: { name: string; value: string },
): Promise<string[]> {
  if (!text(limits.searchText).safeParse(value).success) return [];
  const fits = (option: string) => option.toLowerCase().startsWith(value.toLowerCase());
  if (ref.type === 'ref/prompt') {
    const prompt = await services.readablePrompts.find(viewer, checked(itemSlug, ref.name));
    const blank = prompt?.blanks.find((known) => blankKey(known.name) === blankKey(name));
    return (blank?.options ?? []).filter(fits);
  }
  const service = ref.uri.startsWith('promptory://playbooks/') ? services.playbooks : services.prompts;
  const query = { limit: listLimitMaximum, ...(value ? { q: value.replaceAll('-', ' ') } : {}) };
  const { items } = await service.list(viewer, query);
  return items.map(({ slug }) => slug).filter((slug) => slug.includes(value.toLowerCase()));
}
