import { expect, test } from 'vitest';
import { scopesOf, toolScopes, toolsOf } from './mcp-scopes.ts';

const call = (name: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: {} },
});
const message = (method: unknown) => ({ jsonrpc: '2.0', id: 1, method, params: {} });

test.each([
  [call('search_library'), ['library:read']],
  [call('list_favorites'), ['library:read']],
  [call('set_favorite'), ['engagement:write']],
  [call('start_run'), ['runs:write', 'library:read']],
  [call('save_step_result'), ['runs:write']],
  [call('create_prompt'), ['catalog:write']],
  [call('update_prompt'), ['catalog:write', 'library:read']],
  [message('prompts/list'), ['library:read']],
  [message('prompts/get'), ['library:copy', 'library:read']],
  [message('resources/read'), ['library:read']],
  [message('completion/complete'), ['library:read']],
  [message('initialize'), []],
  [message('tools/list'), []],
  // Every message of a batch counts: a harmless first message doesn't let the next one through.
  [
    [message('tools/list'), call('create_prompt'), message('prompts/get')],
    ['catalog:write', 'library:copy', 'library:read'],
  ],
  [[], []],
  // An unknown tool is refused later, by name and not for a missing scope.
  [call('no_such_tool'), []],
  [call('constructor'), []],
  [call('__proto__'), []],
  [call(['create_prompt']), []],
  [message('constructor'), []],
  [message(7), []],
  [{ method: 'tools/call' }, []],
  [{ method: 'tools/call', params: null }, []],
  [null, []],
  ['tools/call', []],
  [7, []],
  [[null, 'x', [call('create_prompt')]], []],
])('%j needs the scopes %j', (body, scopes) => {
  expect(scopesOf(body)).toEqual(scopes);
});

test('a key that can only read has no tool that changes anything', () => {
  const reading = Object.entries(toolScopes).flatMap(([name, scopes]) =>
    scopes.every((scope) => scope === 'library:read') ? name : [],
  );
  expect(reading.toSorted()).toEqual([
    ...['get_playbook', 'get_prompt', 'list_favorites', 'list_playbooks', 'search_library'],
  ]);
});

test.each([
  [call('create_prompt'), 'create_prompt'],
  [[call('create_prompt'), message('tools/list'), call('start_run')], 'create_prompt start_run'],
  [call('delete everything'), ''],
  [call('toString'), ''],
  [null, ''],
  [[], ''],
])('the audit log calls %j “%s”', (body, name) => {
  expect(toolsOf(body)).toBe(name);
});
