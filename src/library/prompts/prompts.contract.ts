import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { contentStatuses, difficulties, promptTypes } from '#constants';
import { blankDefinition, blankValues } from '#library/blanks/public/blank-fields.ts';
import {
  cardFields,
  copyId,
  itemsOf,
  listQuery,
  slugParams,
} from '#library/catalog/public/catalog.contract.ts';
import { errors, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';

export const promptListQuery = listQuery.extend({
  type: z.enum(promptTypes).optional(),
  difficulty: z.enum(difficulties).optional(),
});
export type PromptListQuery = z.output<typeof promptListQuery>;

export const promptCard = z
  .object({
    ...cardFields,
    prompt_type: z.enum(promptTypes),
    difficulty: z.enum(difficulties),
    preview_image_url: z.string().nullable(),
    can: z.object({ read: z.boolean() }),
  })
  .openapi('PromptCard', { description: 'A prompt in a list, never with its body' });
export type PromptCard = z.output<typeof promptCard>;

export const promptList = itemsOf(promptCard).openapi('PromptList');
export type PromptList = z.output<typeof promptList>;

const promptPreview = z
  .object({ words: z.int(), blanks: z.int(), first_lines: z.string().nullable() })
  .describe(
    'The public facts about a body. `first_lines` is null unless the plan that includes the prompt allows showing them',
  );
export type PromptPreview = z.output<typeof promptPreview>;

export const promptDetail = promptCard
  .extend({
    status: z.enum(contentStatuses),
    updated_at: timestamp,
    model_context: z.string(),
    use_cases: z.array(z.string()),
    example_output: z.string(),
    example_output_is_cut: z.boolean(),
    prompt_body: z.string().nullable(),
    version: z.int(),
    version_at: timestamp,
    blanks: z
      .array(blankDefinition)
      .describe('All blanks, even for a locked prompt, but then without their defaults'),
    daily_limit_reached: z.boolean(),
    preview: promptPreview.nullable(),
    can: z.object({
      read: z.boolean(),
      copy: z.boolean(),
      vote: z.boolean(),
      favorite: z.boolean(),
      comment: z.boolean(),
      edit: z.boolean(),
    }),
  })
  .openapi('Prompt', {
    description:
      "A prompt as its viewer may see it. Without `can.read`, the body is null and the example output is only a teaser; `example_output_is_cut`: it isn't the whole text. `daily_limit_reached`: the viewer's plan limits reading, and the limit is used up for today. `preview` is null if the viewer's plan includes the prompt",
  });
export type PromptDetail = z.output<typeof promptDetail>;

const copyRequest = z
  .strictObject({ id: copyId, values: blankValues.optional() })
  .describe('Values by name of blank, in any spelling: `company_name` is `[COMPANY NAME]`');
export type CopyRequest = z.output<typeof copyRequest>;

export const promptCopy = z
  .object({
    prompt_body: z.string(),
    text: z.string(),
    version: z.int(),
    copies_left: z.int().nullable(),
  })
  .openapi('PromptCopy', {
    description: '`text` is the body with its blanks filled in. `copies_left` is null without a limit',
  });
export type PromptCopy = z.output<typeof promptCopy>;

export const listPromptsRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/prompts',
  access: 'anyone',
  summary: 'List published prompts',
  request: { query: promptListQuery },
  responses: { 200: json(promptList, 'A page of prompts'), ...errors() },
});

export const getPromptRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/prompts/{slug}',
  summary: 'Get a prompt, as far as I can read it',
  access: 'member',
  request: { params: slugParams },
  responses: { 200: json(promptDetail, 'The prompt'), ...errors(401, 404) },
});

export const copyPromptRoute = defineRoute({
  scope: 'library:copy',
  method: 'post',
  path: '/prompts/{slug}/copies',
  summary: 'Copy a prompt: records the copy, and returns the body and the text with its blanks filled in',
  access: 'member',
  request: { params: slugParams, body: { ...json(copyRequest, 'Values for the blanks'), required: false } },
  responses: {
    200: json(promptCopy, 'The body and what is left of the daily limit'),
    ...errors(401, 403, 404, 429),
  },
});
