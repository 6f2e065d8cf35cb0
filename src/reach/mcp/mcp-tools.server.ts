import type { McpServer, RegisteredTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { can } from '#access/decide.ts';
import { contentStatuses, difficulties, limits, promptTypes } from '#constants';
import { categoryLine, line, nameLine, text, timestamp } from '#platform/contract/contract-fields.ts';
import { keysOf } from '#platform/keys-of.ts';
import { withoutUndefined } from '#platform/without-undefined.ts';
import { isOffered, type ToolName, toolScopes } from './mcp-scopes.ts';
import type { McpRequest } from './mcp-services.ts';
import { registerReadingTools } from './reading-tools.server.ts';
import { answer, kind, slug, values, writing } from './tool-parts.server.ts';

const setFavorite = {
  description: "Add an item to the member's favorites, or remove it.",
  inputSchema: z.strictObject({ kind, slug, favorite: z.boolean() }),
  outputSchema: z.object({ is_favorited: z.boolean(), favorite_count: z.int() }),
  annotations: writing,
};
const startRun = {
  description: 'Start a run of a playbook: its results are saved step by step, on every device.',
  inputSchema: z.strictObject({
    playbook: slug,
    name: nameLine(limits.runName).min(1).optional(),
    values: values.optional(),
  }),
  outputSchema: z.object({ id: z.string(), name: z.string(), steps: z.int(), url: z.string() }),
  annotations: { ...writing, idempotentHint: false },
};
const saveStepResult = {
  description:
    'Save what a step of a run has produced. Steps are numbered from 1. Any existing text is kept below it.',
  inputSchema: z.strictObject({
    run: z.uuid().describe('The id that start_run returned'),
    step: z.int().min(1).max(limits.steps),
    result: text(limits.runResult),
    done: z.boolean().default(true),
    updated_at: timestamp
      .optional()
      .describe(
        'From the last response about this step, to replace that result. Without it, the result is added to the existing text',
      ),
  }),
  outputSchema: z.object({
    done: z.boolean(),
    result: z.string(),
    updated_at: timestamp.nullable(),
    is_merged: z.boolean().describe('Whether the result still includes the previous text'),
  }),
  annotations: writing,
};
const fields = {
  title: nameLine(limits.title).min(1),
  prompt_body: text(limits.promptBody).refine((body) => body.trim() !== ''),
  description: line(limits.description).optional(),
  category: categoryLine(limits.category).optional().describe('One or more names, separated by commas'),
  prompt_type: z.enum(promptTypes).optional(),
  difficulty: z.enum(difficulties).optional(),
  status: z.enum(contentStatuses).optional(),
};
const made = z.object({ id: z.string(), slug: z.string(), title: z.string(), status: z.string() });
const createPrompt = {
  description: 'Add a prompt to the library. It stays a draft unless status is published.',
  inputSchema: z.strictObject(fields),
  outputSchema: made,
  annotations: { ...writing, idempotentHint: false },
};
const updatePrompt = {
  description: 'Change a prompt in the library; omitted fields stay unchanged.',
  inputSchema: z.strictObject({ slug, ...z.object(fields).partial().shape }),
  outputSchema: made,
  annotations: { ...writing, destructiveHint: true },
};
const toMade = ({ id, slug: own, title, status }: z.output<typeof made>) => ({
  id,
  slug: own,
  title,
  status,
});

/** The tools for members, plus those for people who manage the catalog. */
export function registerTools(server: McpServer, request: McpRequest): void {
  const tools: Partial<Record<ToolName, RegisteredTool>> = {
    ...registerReadingTools(server, request),
    ...registerMemberTools(server, request),
    ...(can(request.viewer, 'site', 'manage-catalog', {}) && registerCatalogTools(server, request)),
  };
  for (const name of keysOf(toolScopes)) if (!isOffered(request, toolScopes[name])) tools[name]?.disable();
}

function registerMemberTools(server: McpServer, request: McpRequest) {
  const { services, viewer } = request;
  const set_favorite = server.registerTool('set_favorite', setFavorite, (input) =>
    answer(request, () => services.favorites.set(viewer, `${input.kind}s`, input.slug, input.favorite)),
  );

  const start_run = server.registerTool('start_run', startRun, ({ playbook, name, values: given }) =>
    answer(request, async () => {
      const run = await services.runs.start(viewer, playbook, {
        ...(name ? { name } : {}),
        ...(given ? { values: given } : {}),
      });
      const url = `${request.publicUrl}/runs/${run.id}`;
      return { id: run.id, name: run.name, steps: run.steps.length, url };
    }),
  );

  const save_step_result = server.registerTool(
    'save_step_result',
    saveStepResult,
    ({ run, step, result, done, updated_at = null }) =>
      answer(request, async () => {
        // Without the version it has read, a program's result is added to the member's text instead of replacing it.
        const change = { result, done, updated_at };
        const saved = await services.runs.saveStep(viewer, run, step - 1, change, { isWhole: true });
        const { is_merged } = saved;
        return { done: saved.done, result: saved.result, updated_at: saved.updated_at, is_merged };
      }),
  );
  return { set_favorite, start_run, save_step_result };
}

function registerCatalogTools(server: McpServer, request: McpRequest) {
  const { services, viewer } = request;
  const create_prompt = server.registerTool('create_prompt', createPrompt, (input) =>
    answer(request, async () =>
      toMade(await services.promptsAdmin.create(viewer, { status: 'draft', ...withoutUndefined(input) })),
    ),
  );
  const update_prompt = server.registerTool('update_prompt', updatePrompt, ({ slug: own, ...change }) =>
    answer(request, async () => {
      const { id } = await services.prompts.get(viewer, own);
      return toMade(await services.promptsAdmin.update(viewer, id, withoutUndefined(change)));
    }),
  );
  return { create_prompt, update_prompt };
}
