import type { Scope } from '#constants';
import type { McpRequest } from './mcp-services.ts';

/** The scopes of each tool, which needs all of them. A tool without any can't be called. */
export const toolScopes = {
  search_library: ['library:read'],
  get_prompt: ['library:read'],
  list_playbooks: ['library:read'],
  get_playbook: ['library:read'],
  list_favorites: ['library:read'],
  set_favorite: ['engagement:write'],
  start_run: ['runs:write', 'library:read'],
  save_step_result: ['runs:write'],
  create_prompt: ['catalog:write'],
  update_prompt: ['catalog:write', 'library:read'],
} as const satisfies Record<string, readonly Scope[]>;
export type ToolName = keyof typeof toolScopes;

/** The scopes of each other method that needs some. */
export const methodScopes = {
  'prompts/list': ['library:read'],
  'prompts/get': ['library:copy', 'library:read'],
  'resources/list': ['library:read'],
  'resources/read': ['library:read'],
  'completion/complete': ['library:read'],
} as const satisfies Record<string, readonly Scope[]>;

/** Whether to offer what needs these scopes. A connected program can ask its member for more, but a key stays as it is. */
export const isOffered = ({ isKey, viewer }: McpRequest, needed: readonly Scope[]): boolean =>
  !isKey || needed.every((scope) => viewer.key?.scopes.includes(scope));

const isTool = (name: unknown): name is ToolName =>
  typeof name === 'string' && Object.hasOwn(toolScopes, name);
const isMethod = (name: unknown): name is keyof typeof methodScopes =>
  typeof name === 'string' && Object.hasOwn(methodScopes, name);

/** The method of each message of a request, and the tool that it calls. Those of unreadable messages are undefined. */
const callsOf = (body: unknown) =>
  (Array.isArray(body) ? body : [body]).map((message: unknown) => {
    const { method, params }: { method?: unknown; params?: unknown } = Object(message);
    const { name }: { name?: unknown } = Object(params);
    return { method, tool: isTool(name) ? name : undefined };
  });

/** The scopes that the messages of a request need, each once. Unreadable messages need none, and are refused later. */
export const scopesOf = (body: unknown): Scope[] => {
  const needed = callsOf(body).flatMap(({ method, tool }): readonly Scope[] => {
    if (isMethod(method)) return methodScopes[method];
    return method === 'tools/call' && tool ? toolScopes[tool] : [];
  });
  return [...new Set(needed)];
};

/** The tools that the messages of a request call, as the audit log names them. */
export const toolsOf = (body: unknown): string =>
  callsOf(body)
    .flatMap(({ tool }) => tool ?? [])
    .join(' ');
