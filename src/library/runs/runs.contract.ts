import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits } from '#constants';
import { blankValues } from '#library/blanks/public/blank-fields.ts';
import { slugParams } from '#library/catalog/public/catalog.contract.ts';
import { errors, idParams, json, listOf, newId, okJson, wholeQuery } from '#platform/contract/contract.ts';
import { nameLine, text, timestamp, wholeNumber } from '#platform/contract/contract-fields.ts';

const name = nameLine(limits.runName).min(1);

const runFields = {
  id: z.uuid(),
  name: z.string(),
  playbook: z
    .object({ slug: z.string(), title: z.string(), version: z.int() })
    .nullable()
    .describe('Null if it was deleted or the member can no longer see it. `version` is the current one'),
  version: z
    .int()
    .describe(
      'The version of the playbook whose steps the run uses, at first the one in which it was started',
    ),
  created_at: timestamp,
  updated_at: timestamp,
};
const runItem = z
  .object({ ...runFields, done_count: z.int(), step_count: z.int() })
  .openapi('PlaybookRunItem');
export type RunItem = z.output<typeof runItem>;

const runStep = z.object({ done: z.boolean(), result: z.string(), updated_at: timestamp.nullable() });
const run = z
  .object({ ...runFields, values: z.record(z.string(), z.string()), steps: z.array(runStep) })
  .openapi('PlaybookRun', {
    description:
      "`values` by key of blank. `steps` in the playbook's order, at least as many as its version has",
  });
export type Run = z.output<typeof run>;

const savedStep = runStep.extend({ is_merged: z.boolean() }).openapi('SavedRunStep', {
  description: '`is_merged`: another device had saved in between, and the result now contains both texts',
});
export type SavedStep = z.output<typeof savedStep>;

const newRun = z
  .strictObject({
    id: newId,
    name: name.optional(),
    values: blankValues.optional(),
    from: z.uuid().optional(),
  })
  .describe(
    'With `from`, copies that run of the same playbook. Sent again with the same `id`, it returns the run that it started, unchanged',
  );
export type NewRun = z.output<typeof newRun>;
const runChange = z
  .strictObject({
    name: name.optional(),
    values: blankValues.optional(),
    version: z.int().min(1).optional(),
  })
  .describe("`version`: the playbook's current version, to switch to its steps. Results keep their position");
export type RunChange = z.output<typeof runChange>;
const stepChange = z.strictObject({
  done: z.boolean().optional(),
  result: text(limits.runResult).optional(),
  updated_at: timestamp
    .nullable()
    .optional()
    .describe(
      'The `updated_at` that you have read; null before the first save. If another device has saved since, both texts are kept. Without it, the result replaces whatever is stored.',
    ),
  unanswered: z
    .array(text(limits.runResult))
    .max(limits.unansweredResults)
    .optional()
    .describe(
      "Texts that you have sent since then without receiving a response. If one of them was saved after all, it doesn't count as another device's.",
    ),
});
export type StepChange = z.output<typeof stepChange>;

const one = { path: '/runs/{id}', access: 'member' } as const;

/** For answers about the playbook of a run too. */
const runsAndPlaybooks = ['runs:write', 'library:read'] as const;

export const startRunRoute = defineRoute({
  scope: runsAndPlaybooks,
  method: 'post',
  path: '/playbooks/{slug}/runs',
  access: 'member',
  summary: 'Start a run of a playbook that I can read',
  request: { params: slugParams, body: { ...json(newRun, 'Its name and values'), required: false } },
  responses: { 201: json(run, 'The run'), ...errors(401, 403, 404, 409) },
});
export const listRunsRoute = defineRoute({
  scope: runsAndPlaybooks,
  method: 'get',
  path: '/runs',
  access: 'member',
  summary: 'List my runs, latest first',
  request: { query: wholeQuery },
  responses: {
    200: json(listOf(runItem), 'All of them'),
    ...errors(401),
  },
});
export const getRunRoute = defineRoute({
  scope: runsAndPlaybooks,
  ...one,
  method: 'get',
  summary: 'Get one of my runs',
  request: { params: idParams },
  responses: { 200: json(run, 'The run'), ...errors(401, 404) },
});
export const updateRunRoute = defineRoute({
  scope: runsAndPlaybooks,
  ...one,
  method: 'patch',
  summary: 'Rename a run, or change values; omitted values stay, empty ones are removed',
  request: { params: idParams, body: { ...json(runChange, 'What to change'), required: true } },
  responses: { 200: json(run, 'The run'), ...errors(401, 404, 409) },
});
export const deleteRunRoute = defineRoute({
  scope: 'runs:write',
  ...one,
  method: 'delete',
  summary: 'Delete a run',
  request: { params: idParams },
  responses: { 200: okJson('Deleted'), ...errors(401, 404) },
});
export const saveRunStepRoute = defineRoute({
  scope: 'runs:write',
  method: 'put',
  path: '/runs/{id}/steps/{n}',
  access: 'member',
  summary: 'Save the result of a step (0-based), or mark it done',
  request: {
    params: idParams.extend({
      n: wholeNumber(0, limits.steps - 1).describe('The position of the step, from 0'),
    }),
    body: { ...json(stepChange, 'What to change'), required: true },
  },
  responses: { 200: json(savedStep, 'The step as it is kept'), ...errors(401, 404, 409) },
});
export const exportRunRoute = defineRoute({
  scope: runsAndPlaybooks,
  method: 'get',
  path: '/runs/{id}/export',
  access: 'member',
  summary: "Export a run as Markdown, with the playbook's texts while I can read them",
  request: { params: idParams },
  responses: {
    200: { description: 'Markdown', content: { 'text/markdown': { schema: z.string() } } },
    ...errors(401, 404),
  },
});
