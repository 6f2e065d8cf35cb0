import type { Scope } from '#constants';

/** The scope of each tool. A tool without one can't be called. */
export const toolScopes = {
  search_library: 'library:read',
  get_prompt: 'library:read',
  list_playbooks: 'library:read',
  get_playbook: 'library:read',
  list_favorites: 'library:read',
  set_favorite: 'engagement:write',
  start_run: 'runs:write',
  save_step_result: 'runs:write',
  create_prompt: 'catalog:write',
  update_prompt: 'catalog:write',
} as const satisfies Record<string, Scope>;
export type ToolName = keyof typeof toolScopes;

const methodScopes: ReadonlyMap<string, Scope> = new Map([
  ['prompts/list', 'library:read'],
  ['prompts/get', 'library:copy'],
  ['resources/list', 'library:read'],
  ['resources/read', 'library:read'],
  ['completion/complete', 'library:read'],
]);

const isTool = (name: unknown): name is ToolName =>
  typeof name === 'string' && Object.hasOwn(toolScopes, name);

/** The method of each message of a request, and the tool that it calls. Those of unreadable messages are undefined. */
const callsOf = (body: unknown) =>
  (Array.isArray(body) ? body : [body]).map((message: unknown) => {
    const { method, params }: { method?: unknown; params?: unknown } = Object(message);
    const { name }: { name?: unknown } = Object(params);
    return { method, tool: isTool(name) ? name : undefined };
  });

/** The scopes that the messages of a request need. Unreadable messages need none, and are refused later. */
export const scopesOf = (body: unknown): Scope[] =>
  callsOf(body).flatMap(({ method, tool }) => {
    if (typeof method !== 'string') return [];
    if (method !== 'tools/call') return methodScopes.get(method) ?? [];
    return tool ? [toolScopes[tool]] : [];
  });

/** The tools that the messages of a request call, as the audit log names them. */
export const toolsOf = (body: unknown): string =>
  callsOf(body)
    .flatMap(({ tool }) => tool ?? [])
    .join(' ');
