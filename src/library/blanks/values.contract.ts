import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits } from '#constants';
import { errors, json, listOf, wholeQuery } from '#platform/contract/contract.ts';
import { line, text, timestamp } from '#platform/contract/contract-fields.ts';
import * as m from './words/messages.ts';

const savedValue = z
  .object({ name: z.string(), value: z.string(), updated_at: timestamp })
  .openapi('SavedValue');
export type SavedValue = z.output<typeof savedValue>;

const savedValues = listOf(savedValue).openapi('SavedValues', {
  description: 'All values at once, latest first: their number is limited',
});

const valuesToSave = z.strictObject({
  values: z
    .record(line(limits.blankName).min(1), text(limits.savedValue))
    .refine((values) => Object.keys(values).length <= limits.savedValues, {
      error: () => m.too_many_values(),
    }),
});

const common = { path: '/values', access: 'member' } as const;
const answer = { 200: json(savedValues, 'All saved values'), ...errors(401) };

export const listValuesRoute = defineRoute({
  ...common,
  method: 'get',
  summary: 'List the values that I have filled into blanks',
  request: { query: wholeQuery },
  responses: answer,
});
export const saveValuesRoute = defineRoute({
  ...common,
  method: 'put',
  summary: 'Save values by the names of their blanks; an empty value erases',
  request: { body: { ...json(valuesToSave, 'Values by name'), required: true } },
  responses: answer,
});
export const eraseValuesRoute = defineRoute({
  ...common,
  method: 'delete',
  summary: 'Erase the value of one name, or all of them',
  request: { query: z.object({ name: line(limits.blankName).min(1).optional() }) },
  responses: answer,
});
