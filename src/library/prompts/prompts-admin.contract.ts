import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { contentStatuses, difficulties, limits, promptTypes, trashDays } from '#constants';
import { blankDefinition } from '#library/blanks/public/blank-fields.ts';
import {
  adminItemsQuery,
  deleteQuery,
  hiddenFields,
  itemChangeFields,
} from '#library/catalog/public/admin-items.contract.ts';
import { aboutTierAccess, tierAccess } from '#library/catalog/public/catalog.contract.ts';
import {
  adminListQuery,
  errors,
  idParams,
  json,
  listOf,
  newId,
  okJson,
  pageQuery,
} from '#platform/contract/contract.ts';
import { text, timestamp } from '#platform/contract/contract-fields.ts';
import { promptFields } from './public/prompt-fields.ts';

const adminPrompt = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    prompt_body: z.string(),
    blanks: z.array(blankDefinition),
    version: z.int(),
    category: z.string(),
    prompt_type: z.enum(promptTypes),
    status: z.enum(contentStatuses),
    tier_access: tierAccess,
    difficulty: z.enum(difficulties),
    tags: z.array(z.string()),
    preview_image_url: z.string().nullable(),
    model_context: z.string(),
    use_cases: z.array(z.string()),
    example_output: z.string(),
    author: z.string().nullable(),
    view_count: z.int(),
    vote_count: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
    ...hiddenFields,
  })
  .openapi('AdminPrompt', {
    description:
      "A prompt as editors and admins see it, with its body. `author` is the author's email address",
  });
export type AdminPrompt = z.output<typeof adminPrompt>;

const newPrompt = z
  .strictObject({
    ...promptFields,
    status: promptFields.status.describe('`published` by default'),
    tier_access: promptFields.tier_access.describe(`${aboutTierAccess}. 0 by default`),
    id: newId,
  })
  .partial()
  .required({ title: true, prompt_body: true })
  .openapi('NewPrompt', {
    description: 'Sent again with the same `id`, it changes the prompt that it created',
  });
export type NewPrompt = z.output<typeof newPrompt>;

const promptChange = z.strictObject({ ...promptFields, ...itemChangeFields }).partial();
export type PromptChange = z.output<typeof promptChange>;

const adminPromptRow = adminPrompt
  .omit({ prompt_body: true, example_output: true, blanks: true, use_cases: true, model_context: true })
  .openapi('AdminPromptRow', {
    description: 'A row of the table. Long fields are only loaded with a single prompt',
  });
export type AdminPromptRow = z.output<typeof adminPromptRow>;
const list = listOf(adminPromptRow);
export type AdminPromptList = z.output<typeof list>;

const one = { path: '/admin/prompts/{id}', access: 'editor' } as const;

export const adminListPromptsRoute = defineRoute({
  scope: 'catalog:write',
  method: 'get',
  path: '/admin/prompts',
  summary: 'List all prompts including drafts, without their texts; newest first unless sorted otherwise',
  access: 'editor',
  request: { query: adminItemsQuery },
  responses: { 200: json(list, 'A page of prompts'), ...errors(401, 403) },
});
export const adminGetPromptRoute = defineRoute({
  scope: 'catalog:write',
  ...one,
  method: 'get',
  summary: 'Get a prompt with its body',
  request: { params: idParams },
  responses: { 200: json(adminPrompt, 'The prompt'), ...errors(401, 403, 404) },
});
export const adminCreatePromptRoute = defineRoute({
  scope: 'catalog:write',
  method: 'post',
  path: '/admin/prompts',
  summary: 'Create a prompt',
  access: 'editor',
  request: { body: { ...json(newPrompt, 'The prompt'), required: true } },
  responses: { 201: json(adminPrompt, 'The new prompt'), ...errors(401, 403, 409) },
});
export const adminUpdatePromptRoute = defineRoute({
  scope: 'catalog:write',
  ...one,
  method: 'patch',
  summary: 'Change a prompt',
  request: { params: idParams, body: { ...json(promptChange, 'What to change'), required: true } },
  responses: { 200: json(adminPrompt, 'The prompt'), ...errors(401, 403, 404, 409) },
});
export const adminDeletePromptRoute = defineRoute({
  scope: 'catalog:write',
  ...one,
  method: 'delete',
  summary: `Move a prompt to the trash for ${trashDays} days; \`forever\` deletes one that is there, with its votes, favorites and comments`,
  audited: (_body, { forever }) => ({ forever }),
  request: { params: idParams, query: deleteQuery },
  responses: { 200: okJson('Deleted'), ...errors(401, 403, 404) },
});

const similarPrompt = z
  .object({ id: z.uuid(), slug: z.string(), title: z.string(), similarity: z.number() })
  .describe('`similarity` is from 0 to 1');
export type SimilarPrompt = z.output<typeof similarPrompt>;

export const similarPromptsRoute = defineRoute({
  scope: 'catalog:write',
  method: 'post',
  isReadOnly: true,
  path: '/admin/similar-prompts',
  summary: 'Find prompts that are nearly identical to a text, at most 5',
  access: 'editor',
  request: {
    body: { ...json(z.strictObject({ prompt_body: text(limits.promptBody) }), 'The text'), required: true },
  },
  responses: { 200: json(listOf(similarPrompt), 'Prompts'), ...errors(401, 403) },
});

const pickerItem = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  prompt_body: z.string(),
  tier_access: tierAccess,
});
const pickerList = listOf(pickerItem);
export type PickerList = z.output<typeof pickerList>;

export const promptPickerRoute = defineRoute({
  scope: 'catalog:write',
  method: 'get',
  path: '/admin/prompt-picker',
  summary: "Find published prompts for a playbook's steps, by words in title, description or tags; by title",
  access: 'editor',
  request: { query: adminListQuery },
  responses: { 200: json(pickerList, 'Prompts'), ...errors(401, 403) },
});

const use = z.object({ id: z.uuid(), slug: z.string(), title: z.string() });
export const promptUsesRoute = defineRoute({
  method: 'get',
  path: '/admin/prompts/{id}/uses',
  summary: 'List the playbooks that use the prompt in a step, by title',
  access: 'editor',
  scope: 'catalog:write',
  request: { params: idParams, query: pageQuery },
  responses: { 200: json(listOf(use), 'Playbooks'), ...errors(401, 403, 404) },
});
export const restorePromptRoute = defineRoute({
  method: 'post',
  path: '/admin/prompts/{id}/restore',
  summary: 'Restore a prompt from the trash',
  access: 'editor',
  scope: 'catalog:write',
  request: { params: idParams },
  responses: { 200: json(adminPrompt, 'The prompt'), ...errors(401, 403, 404) },
});
