import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { contentStatuses } from '#constants';
import { blankDefinition, stepValues } from '#library/blanks/public/blank-fields.ts';
import {
  cardFields,
  copyId,
  itemsOf,
  listQuery,
  slugParams,
  stepPromptParams,
} from '#library/catalog/public/catalog.contract.ts';
import { runVersionQuery } from '#library/versions/public/version-fields.ts';
import { errors, json, minorUnits } from '#platform/contract/contract.ts';
import { flag, timestamp } from '#platform/contract/contract-fields.ts';

export const playbookListQuery = listQuery.extend({
  purchased: flag
    .optional()
    .openapi({ type: 'boolean', description: 'Only playbooks that I have bought, published or not' }),
});
export type PlaybookListQuery = z.output<typeof playbookListQuery>;

const playbookCard = z
  .object({
    ...cardFields,
    image_url: z.string().nullable(),
    is_purchasable: z.boolean(),
    price: minorUnits,
    step_count: z.int(),
    can: z.object({ read: z.boolean() }),
  })
  .openapi('PlaybookCard', { description: 'A playbook in a list, without its steps' });
export type PlaybookCard = z.output<typeof playbookCard>;

const playbookList = itemsOf(playbookCard).openapi('PlaybookList');
export type PlaybookList = z.output<typeof playbookList>;

const stepPrompt = z
  .object({
    type: z.enum(['library', 'manual']),
    title: z.string(),
    prompt_body: z.string(),
    blanks: z.array(blankDefinition),
    slug: z.string().nullable(),
  })
  .describe('A prompt in a step, with all its blanks. `slug` is set if it can be opened in the library');

export const playbookStep = z
  .object({
    id: z.uuid(),
    step_order: z.int(),
    title: z.string(),
    description: z.string(),
    prompts: z.array(stepPrompt),
  })
  .openapi('PlaybookStep', { description: '`step_order` is 0-based' });
export type PlaybookStep = z.output<typeof playbookStep>;

const stepPreview = z.object({ title: z.string(), prompt_count: z.int() });
export type StepPreview = z.output<typeof stepPreview>;

const playbookDetail = playbookCard
  .extend({
    status: z.enum(contentStatuses),
    updated_at: timestamp,
    version: z.int(),
    version_at: timestamp,
    steps: z.array(playbookStep),
    preview: z
      .array(stepPreview)
      .describe(
        'For viewers without access: the titles of the steps, each with its number of prompts. Empty if only the daily limit is reached',
      ),
    is_purchased: z.boolean(),
    daily_limit_reached: z.boolean(),
    position: z.int().nullable(),
    can: z.object({
      read: z.boolean(),
      purchase: z.boolean(),
      vote: z.boolean(),
      favorite: z.boolean(),
      comment: z.boolean(),
      edit: z.boolean(),
    }),
  })
  .openapi('Playbook', {
    description:
      "A playbook as its viewer may see it; without `can.read`, `steps` is empty. `daily_limit_reached`: the viewer's plan limits reading, and the limit is used up for today. `version` counts the published texts, and `version_at` is when the current one was published. `position` is the viewer's last position: -1 is the overview, 0 to `step_count` - 1 are the steps, null before the first visit",
  });
export type PlaybookDetail = z.output<typeof playbookDetail>;

export const listPlaybooksRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/playbooks',
  access: 'anyone',
  summary: 'List published playbooks',
  request: { query: playbookListQuery },
  responses: { 200: json(playbookList, 'A page of playbooks'), ...errors() },
});

export const getPlaybookRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/playbooks/{slug}',
  summary: 'Get a playbook, as far as I can read it',
  access: 'member',
  request: { params: slugParams },
  responses: { 200: json(playbookDetail, 'The playbook'), ...errors(401, 404) },
});

export const copyStepPromptRoute = defineRoute({
  scope: ['library:copy', 'library:read'],
  method: 'post',
  path: '/playbooks/{slug}/steps/{step}/prompts/{prompt}/copies',
  summary: 'Copy a prompt of a step (both 0-based): records the copy and returns the body',
  access: 'member',
  request: {
    params: stepPromptParams,
    query: runVersionQuery,
    body: {
      ...json(
        z.strictObject({ id: copyId, values: stepValues.optional() }),
        'The values filled into its blanks, for the history',
      ),
      required: false,
    },
  },
  responses: {
    200: json(
      z.object({ prompt_body: z.string(), copies_left: z.int().nullable() }),
      'The body and what is left of the daily limit',
    ),
    ...errors(401, 403, 404, 429),
  },
});

export const setProgressRoute = defineRoute({
  scope: 'engagement:write',
  method: 'put',
  path: '/playbooks/{slug}/progress',
  summary: 'Save my position: -1 is the overview, 0 the first step',
  access: 'member',
  request: {
    params: slugParams,
    body: {
      ...json(z.strictObject({ position: z.int().min(-1).max(1_000) }), 'The position'),
      required: true,
    },
  },
  responses: { 200: json(z.object({ position: z.int() }), 'The position'), ...errors(401, 403, 404) },
});
