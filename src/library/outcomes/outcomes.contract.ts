import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { slugParams } from '#library/catalog/public/catalog.contract.ts';
import { versionNumber } from '#library/versions/public/version-fields.ts';
import { errors, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { outcomeFields } from './outcome-fields.ts';

const counts = { model: z.string(), worked: z.int(), total: z.int() };

const outcomes = z
  .object({
    version: z.int(),
    models: z.array(z.object({ ...counts, last_confirmed_at: timestamp.nullable() })),
    mine: z
      .object({ worked: z.boolean(), model: z.string(), note: z.string() })
      .nullable()
      .describe("The viewer's report on this version"),
    has_earlier: z.boolean().describe('Whether the viewer has reported on an earlier version'),
    last_model: z.string().nullable().describe("The model of the viewer's latest report on any prompt"),
    failures: z.array(z.object({ ...counts, version: z.int(), notes: z.array(z.string()) })).nullable(),
    can: z.object({ report: z.boolean() }),
  })
  .openapi('PromptOutcomes', {
    description:
      "How well the current version works, for each model with enough reports. `failures`: for the author, editors and admins, how often each version fails, with members' notes; null for others",
  });
export type Outcomes = z.output<typeof outcomes>;

const report = z.strictObject({
  ...outcomeFields,
  note: outcomeFields.note.default(''),
  version: versionNumber.describe('The version that the report is about'),
});
export type OutcomeReport = z.output<typeof report>;

const common = { path: '/prompts/{slug}/outcomes', access: 'member' } as const;
const answer = json(outcomes, 'How well it works');

export const getOutcomesRoute = defineRoute({
  scope: 'library:read',
  ...common,
  method: 'get',
  summary: 'Get which models the current version of a prompt has worked with',
  request: { params: slugParams },
  responses: { 200: answer, ...errors(401, 404) },
});
export const reportOutcomeRoute = defineRoute({
  ...common,
  method: 'put',
  summary: 'Report whether a version of a prompt worked; one answer per member and version',
  request: { params: slugParams, body: { ...json(report, 'Whether it worked'), required: true } },
  responses: { 200: answer, ...errors(401, 403, 404) },
});
export const removeOutcomeRoute = defineRoute({
  ...common,
  method: 'delete',
  summary: 'Remove my answers about all versions of a prompt',
  request: { params: slugParams },
  responses: { 200: answer, ...errors(401, 403, 404) },
});
