import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { contentStatuses, difficulties, limits, listLimitMaximum, promptTypes } from '#constants';
import { openBlanks, readBlanks, valuesByKey, valuesOf } from '#library/blanks/public/blanks.ts';
import { fillBlanks } from '#library/blanks/public/parse.ts';
import { line, text } from '#platform/contract-fields.ts';
import { AppError } from '#platform/errors.ts';
import { plainText } from '#platform/plain-text.ts';
import type { Card, McpRequest } from './mcp-services.ts';
import { playbookText, unlockHint } from './model-texts.ts';

const slug = z.string().min(1).max(100).describe('The slug, as search_library returns it');
const values = z
  .record(text(limits.blankName), text(limits.blankValue))
  .describe('Values for the blanks, by name');
const paging = {
  q: text(limits.searchText).optional().describe('Words to look for'),
  limit: z.int().min(1).max(listLimitMaximum).default(10),
  cursor: z.string().max(500).optional().describe('next_cursor of the page before'),
};
const hit = z.object({
  kind: z.enum(['prompt', 'playbook']),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  is_locked: z.boolean(),
  unlock: z.string().nullable(),
});
type Hit = z.output<typeof hit>;
const hits = z.object({ items: z.array(hit), next_cursor: z.string().nullable() });
const kind = z.enum(['prompt', 'playbook']);

const reading = { readOnlyHint: true, openWorldHint: false };
const writing = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** A structured answer with a short text for models that read text alone. What the site refuses is told in its own words. */
async function answer<Result extends Record<string, unknown>>(
  work: () => Promise<Result>,
  inWords: (result: Result) => string = (result) => JSON.stringify(result),
): Promise<CallToolResult> {
  try {
    const result = await work();
    return { content: [{ type: 'text', text: inWords(result) }], structuredContent: result };
  } catch (error) {
    const message =
      error instanceof AppError && error.status < 500 ? error.message : 'Something went wrong on our side.';
    return { isError: true, content: [{ type: 'text', text: message }] };
  }
}

function toHit(request: McpRequest, type: Hit['kind'], card: Card): Hit {
  const is_locked = !card.can.read;
  return {
    kind: type,
    slug: card.slug,
    title: card.title,
    description: plainText(card.description).slice(0, 200),
    category: card.category,
    is_locked,
    unlock: is_locked ? unlockHint(request, { ...card, daily_limit_reached: false }, `/${type}`) : null,
  };
}
const listed = ({ items }: z.output<typeof hits>) =>
  items.length === 0
    ? 'Nothing found.'
    : items
        .map((each) => `${each.kind} ${each.slug}: ${each.title}${each.is_locked ? ' (locked)' : ''}`)
        .join('\n');

/** The tools for members, and those for admins where an admin asks. */
export function registerTools(server: McpServer, request: McpRequest): void {
  const { services, viewer } = request;
  const serviceOf = (type: Hit['kind']) => (type === 'playbook' ? services.playbooks : services.prompts);

  server.registerTool(
    'search_library',
    {
      description: 'Find prompts (or playbooks) by words or category. Never returns their texts.',
      inputSchema: z.object({
        ...paging,
        kind: kind.default('prompt'),
        category: text(limits.category).optional(),
      }),
      outputSchema: hits,
      annotations: reading,
    },
    ({ kind: type, ...query }) =>
      answer(async () => {
        const page = await serviceOf(type).list(viewer, { sort: 'newest', ...query });
        return { items: page.items.map((card) => toHit(request, type, card)), next_cursor: page.next_cursor };
      }, listed),
  );

  server.registerTool(
    'get_prompt',
    {
      description: 'Read one prompt with its blanks; with values, the blanks are filled in.',
      inputSchema: z.object({ slug, values: values.optional() }),
      outputSchema: z.object({
        slug: z.string(),
        title: z.string(),
        text: z.string().nullable(),
        blanks: z.array(z.object({ name: z.string(), required: z.boolean(), options: z.array(z.string()) })),
        unfilled: z.array(z.string()),
        unlock: z.string().nullable(),
      }),
      annotations: reading,
    },
    (input) =>
      answer(
        async () => {
          const prompt = await services.prompts.get(viewer, input.slug);
          const { pieces } = readBlanks(prompt.prompt_body ?? '', prompt.blanks);
          const given = valuesByKey(input.values ?? {});
          const isLocked = prompt.prompt_body === null;
          return {
            slug: prompt.slug,
            title: prompt.title,
            text: isLocked ? null : fillBlanks(pieces, valuesOf(prompt.blanks, given)),
            blanks: prompt.blanks.map(({ name, required, options }) => ({ name, required, options })),
            unfilled: openBlanks(prompt.blanks, given).map(({ name }) => name),
            unlock: isLocked ? unlockHint(request, prompt, '/prompt') : null,
          };
        },
        ({ text, unlock }) => text ?? unlock ?? '',
      ),
  );

  server.registerTool(
    'list_playbooks',
    {
      description: 'Playbooks: prompts in steps. Never returns their texts.',
      inputSchema: z.object(paging),
      outputSchema: hits,
      annotations: reading,
    },
    (query) =>
      answer(async () => {
        const page = await services.playbooks.list(viewer, { sort: 'newest', ...query });
        return {
          items: page.items.map((card) => toHit(request, 'playbook', card)),
          next_cursor: page.next_cursor,
        };
      }, listed),
  );

  server.registerTool(
    'get_playbook',
    {
      description: 'Read one playbook with the prompts of its steps.',
      inputSchema: z.object({ slug }),
      outputSchema: z.object({
        slug: z.string(),
        title: z.string(),
        is_locked: z.boolean(),
        steps: z.array(
          z.object({
            number: z.int(),
            title: z.string(),
            prompts: z.array(z.object({ title: z.string(), text: z.string() })),
          }),
        ),
        markdown: z.string(),
      }),
      annotations: reading,
    },
    (input) =>
      answer(
        async () => {
          const playbook = await services.playbooks.get(viewer, input.slug);
          return {
            slug: playbook.slug,
            title: playbook.title,
            is_locked: !playbook.can.read,
            steps: playbook.steps.map(({ step_order, title, prompts }) => ({
              number: step_order + 1,
              title,
              prompts: prompts.map((each) => ({ title: each.title, text: each.prompt_body })),
            })),
            markdown: playbookText(request, playbook),
          };
        },
        ({ markdown }) => markdown,
      ),
  );

  server.registerTool(
    'list_favorites',
    {
      description: "The member's favorite prompts and playbooks.",
      inputSchema: z.object({ kind: kind.default('prompt'), limit: paging.limit, cursor: paging.cursor }),
      outputSchema: hits,
      annotations: reading,
    },
    ({ kind: type, ...query }) =>
      answer(async () => {
        const asked = { sort: 'newest' as const, ...query, favorites: true };
        const page = await serviceOf(type).list(viewer, asked);
        return { items: page.items.map((card) => toHit(request, type, card)), next_cursor: page.next_cursor };
      }, listed),
  );

  server.registerTool(
    'set_favorite',
    {
      description: 'Keep an item as a favorite, or let it go.',
      inputSchema: z.object({ kind, slug, favorite: z.boolean() }),
      outputSchema: z.object({ is_favorited: z.boolean(), favorite_count: z.int() }),
      annotations: writing,
    },
    (input) => answer(() => services.favorites.set(viewer, `${input.kind}s`, input.slug, input.favorite)),
  );

  server.registerTool(
    'start_run',
    {
      description: 'Start a run of a playbook: its results are kept step by step, on every device.',
      inputSchema: z.object({
        playbook: slug,
        name: line(limits.runName).min(1).optional(),
        values: values.optional(),
      }),
      outputSchema: z.object({ id: z.string(), name: z.string(), steps: z.int(), url: z.string() }),
      annotations: { ...writing, idempotentHint: false },
    },
    ({ playbook, name, values: given }) =>
      answer(async () => {
        const run = await services.runs.start(viewer, playbook, {
          ...(name ? { name } : {}),
          ...(given ? { values: given } : {}),
        });
        const url = `${request.publicUrl}/runs/${run.id}`;
        return { id: run.id, name: run.name, steps: run.steps.length, url };
      }),
  );

  server.registerTool(
    'save_step_result',
    {
      description: 'Save what a step of a run has produced. Steps are numbered from 1.',
      inputSchema: z.object({
        run: z.uuid(),
        step: z.int().min(1).max(limits.steps),
        result: text(limits.runResult),
        done: z.boolean().default(true),
      }),
      outputSchema: z.object({ done: z.boolean(), result: z.string() }),
      annotations: writing,
    },
    ({ run, step, result, done }) =>
      answer(async () => {
        const saved = await services.runs.saveStep(viewer, run, step - 1, { result, done });
        return { done: saved.done, result: saved.result };
      }),
  );

  if (viewer.kind !== 'admin') return;
  const fields = {
    title: line(limits.title).min(1),
    prompt_body: text(limits.promptBody).refine((body) => body.trim() !== ''),
    description: line(limits.description).optional(),
    category: text(limits.category).optional(),
    prompt_type: z.enum(promptTypes).optional(),
    difficulty: z.enum(difficulties).optional(),
    status: z.enum(contentStatuses).optional(),
  };
  const made = z.object({ id: z.string(), slug: z.string(), title: z.string(), status: z.string() });
  const toMade = ({ id, slug: own, title, status }: z.output<typeof made>) => ({
    id,
    slug: own,
    title,
    status,
  });
  server.registerTool(
    'create_prompt',
    {
      description: 'Add a prompt to the library. It stays a draft unless status says published.',
      inputSchema: z.object(fields),
      outputSchema: made,
      annotations: { ...writing, idempotentHint: false },
    },
    (input) =>
      answer(async () =>
        toMade(await services.promptsAdmin.create(viewer, { status: 'draft', ...withoutUndefined(input) })),
      ),
  );
  server.registerTool(
    'update_prompt',
    {
      description: 'Change a prompt of the library; what is not given stays.',
      inputSchema: z.object({ slug, ...z.object(fields).partial().shape }),
      outputSchema: made,
      annotations: { ...writing, destructiveHint: true },
    },
    ({ slug: own, ...change }) =>
      answer(async () => {
        const { id } = await services.prompts.get(viewer, own);
        return toMade(await services.promptsAdmin.update(viewer, id, withoutUndefined(change)));
      }),
  );
}

type Given<Input> = { [Name in keyof Input]: Exclude<Input[Name], undefined> };
const withoutUndefined = <Input extends object>(input: Input) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Given<Input>;
