import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits } from '#constants';
import { stepValues } from '#library/blanks/public/blank-fields.ts';
import { slugParams, stepPromptParams } from '#library/catalog/public/catalog.contract.ts';
import { runVersionQuery, versionNumber } from '#library/versions/public/version-fields.ts';
import { errors, idParams, json, listOf, newId, okJson, pageQuery } from '#platform/contract/contract.ts';
import { line, text, timestamp } from '#platform/contract/contract-fields.ts';
import * as common from '#ui/words/messages.ts';

const answerRequest = z.strictObject({ values: stepValues.default({}) });

/** Events in the AI SDK's UI message stream protocol, v1; see `answerEvent`. */
const stream = {
  200: {
    description:
      'The answer as it is written: server-sent events in the UI message stream protocol of the AI SDK',
    content: { 'text/event-stream': { schema: z.string() } },
  },
  ...errors(401, 403, 404, 409, 429, 502),
};
const body = { ...json(answerRequest, 'Values for the blanks'), required: false };

export const answerPromptRoute = defineRoute({
  method: 'post',
  path: '/prompts/{slug}/answers',
  access: 'member',
  summary: "Have the site's language model answer a prompt with its blanks filled in",
  request: { params: slugParams, body },
  responses: stream,
});
export const answerStepPromptRoute = defineRoute({
  method: 'post',
  path: '/playbooks/{slug}/steps/{step}/prompts/{prompt}/answers',
  access: 'member',
  summary: "Have the site's language model answer a prompt of a step (both 0-based)",
  request: {
    params: stepPromptParams,
    query: runVersionQuery,
    body,
  },
  responses: stream,
});

const result = z
  .object({
    id: z.uuid(),
    title: z.string().describe("The prompt's title at the time the answer was saved"),
    version: z.int(),
    model: z.string(),
    result: z.string(),
    created_at: timestamp,
  })
  .openapi('PromptResult');
export type PromptResult = z.output<typeof result>;
const resultList = listOf(result).openapi('PromptResults');
export type ResultList = z.output<typeof resultList>;
const results = json(resultList, 'A page of saved answers');

const newResult = z
  .strictObject({
    id: newId,
    result: text(limits.runResult).refine((value) => value.trim() !== '', { error: () => common.required() }),
    model: line(limits.settingValue).max(200).default(''),
    version: versionNumber,
  })
  .describe('Sent again with the same `id`, it returns what was saved first, unchanged');
export type NewResult = z.output<typeof newResult>;

export const listResultsRoute = defineRoute({
  method: 'get',
  path: '/prompts/{slug}/results',
  access: 'member',
  summary: 'List my saved answers to a prompt, latest first; a page of long ones ends early',
  request: { params: slugParams, query: pageQuery },
  responses: { 200: results, ...errors(400, 401, 404) },
});
export const listDeletedResultsRoute = defineRoute({
  method: 'get',
  path: '/results',
  access: 'member',
  summary: 'List my saved answers to deleted prompts, latest first; a page of long ones ends early',
  request: { query: pageQuery },
  responses: { 200: results, ...errors(400, 401) },
});
export const keepResultRoute = defineRoute({
  method: 'post',
  path: '/prompts/{slug}/results',
  access: 'member',
  summary: 'Save an answer to a prompt that I can read',
  request: { params: slugParams, body: { ...json(newResult, 'The answer'), required: true } },
  responses: { 201: json(result, 'The saved answer'), ...errors(401, 403, 404, 409) },
});
export const getResultRoute = defineRoute({
  method: 'get',
  path: '/results/{id}',
  access: 'member',
  summary: 'Get one of my saved answers',
  request: { params: idParams },
  responses: { 200: json(result, 'The answer'), ...errors(401, 404) },
});
export const deleteResultRoute = defineRoute({
  method: 'delete',
  path: '/results/{id}',
  access: 'member',
  summary: 'Delete one of my saved answers',
  request: { params: idParams },
  responses: { 200: okJson('Deleted'), ...errors(401, 404) },
});
