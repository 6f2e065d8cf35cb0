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

/** The scopes that the messages of a request need. Unreadable messages need none, and are refused later. */
export function scopesOf(body: unknown): Scope[] {
  return (Array.isArray(body) ? body : [body]).flatMap((message: unknown) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
    if (typeof method !== 'string') return [];
    const name = params?.name;
    const scope =
      method === 'tools/call'
        ? typeof name === 'string' && Object.hasOwn(toolScopes, name)
          ? toolScopes[name as ToolName]
          : undefined
        : methodScopes.get(method);
    return scope ? [scope] : [];
  });
}

/** The tools that the messages of a request call, as the audit log names them. */
export const toolsOf = (body: unknown): string =>
  (Array.isArray(body) ? body : [body])
    .flatMap((message: unknown) => {
      const name = (message as { params?: { name?: unknown } } | null | undefined)?.params?.name;
      return typeof name === 'string' && Object.hasOwn(toolScopes, name) ? [name] : [];
    })
    .join(' ');
