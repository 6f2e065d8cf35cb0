import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { limits, promptTypes } from '#constants';
import { openBlanks, readBlanks, valuesByKey, valuesOf } from '#library/blanks/public/blanks.ts';
import { fillText } from '#library/blanks/public/fill-text.server.ts';
import { text } from '#platform/contract/contract-fields.ts';
import type { McpRequest } from './mcp-services.ts';
import { playbookText, shownPlaybook, unlockHint } from './model-texts.ts';
import {
  answer,
  answerWithPage,
  type Hit,
  hits,
  kind,
  paging,
  reading,
  slug,
  values,
} from './tool-parts.server.ts';

const searchLibrary = {
  description: 'Find prompts (or playbooks) by words or category. Never returns their texts.',
  inputSchema: z.strictObject({
    ...paging,
    kind: kind.default('prompt'),
    category: text(limits.category).optional().describe('One name, as in the results'),
    type: z.enum(promptTypes).optional().describe('For prompts only'),
  }),
  outputSchema: hits,
  annotations: reading,
};
const getPrompt = {
  description: 'Read one prompt with its blanks; with values, the blanks are filled in.',
  inputSchema: z.strictObject({ slug, values: values.optional() }),
  outputSchema: z.object({
    slug: z.string(),
    title: z.string(),
    text: z.string().nullable(),
    blanks: z.array(z.object({ name: z.string(), required: z.boolean(), options: z.array(z.string()) })),
    unfilled: z.array(z.string()),
    unlock: z.string().nullable(),
  }),
  annotations: reading,
};
const listPlaybooks = {
  description: 'Playbooks: prompts in steps. Never returns their texts.',
  inputSchema: z.strictObject(paging),
  outputSchema: hits,
  annotations: reading,
};
const getPlaybook = {
  description:
    'Read one playbook with the prompts of its steps. A locked one has only the titles of its steps.',
  inputSchema: z.strictObject({ slug }),
  outputSchema: z.object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    is_locked: z.boolean(),
    unlock: z.string().nullable(),
    steps: z.array(
      z.object({
        number: z.int(),
        title: z.string(),
        description: z.string(),
        prompts: z.array(z.object({ title: z.string(), text: z.string() })),
      }),
    ),
  }),
  annotations: reading,
};
const listFavorites = {
  description: "The member's favorite prompts and playbooks.",
  inputSchema: z.strictObject({ kind: kind.default('prompt'), limit: paging.limit, cursor: paging.cursor }),
  outputSchema: hits,
  annotations: reading,
};

/** The read-only tools. */
export function registerReadingTools(server: McpServer, request: McpRequest) {
  const { services, viewer } = request;
  const serviceOf = (type: Hit['kind']) => (type === 'playbook' ? services.playbooks : services.prompts);

  const search_library = server.registerTool(
    'search_library',
    searchLibrary,
    ({ kind: type, type: promptType, ...query }) =>
      answerWithPage(request, type, () => {
        const filter = promptType && type === 'prompt' ? { type: promptType } : {};
        return serviceOf(type).list(viewer, { ...query, ...filter });
      }),
  );

  const get_prompt = server.registerTool('get_prompt', getPrompt, (input) =>
    answer(
      request,
      async () => {
        const prompt = await services.prompts.get(viewer, input.slug);
        const { pieces } = readBlanks(prompt.prompt_body ?? '', prompt.blanks);
        const given = valuesByKey(input.values ?? {});
        const isLocked = prompt.prompt_body === null;
        return {
          slug: prompt.slug,
          title: prompt.title,
          text: isLocked ? null : fillText(pieces, valuesOf(prompt.blanks, given)),
          blanks: prompt.blanks.map(({ name, required, options }) => ({ name, required, options })),
          unfilled: openBlanks(prompt.blanks, given).map(({ name }) => name),
          unlock: isLocked ? unlockHint(request, prompt, '/prompt') : null,
        };
      },
      ({ text, unlock }) => text ?? unlock ?? '',
    ),
  );

  const list_playbooks = server.registerTool('list_playbooks', listPlaybooks, (query) =>
    answerWithPage(request, 'playbook', () => services.playbooks.list(viewer, query)),
  );

  const get_playbook = server.registerTool('get_playbook', getPlaybook, (input) =>
    answer(
      request,
      async () => shownPlaybook(request, await services.playbooks.get(viewer, input.slug)),
      playbookText,
    ),
  );

  const list_favorites = server.registerTool('list_favorites', listFavorites, ({ kind: type, ...query }) =>
    answerWithPage(request, type, () => serviceOf(type).list(viewer, { ...query, favorites: true })),
  );
  return { search_library, get_prompt, list_playbooks, get_playbook, list_favorites };
}
