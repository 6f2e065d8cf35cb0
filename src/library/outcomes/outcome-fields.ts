import { z } from 'zod';
import { limits } from '#constants';
import { line } from '#platform/contract-fields.ts';

export const outcomeFields = {
  worked: z.boolean(),
  model: line(limits.modelName).min(1, 'Which model was it?'),
  note: line(limits.outcomeNote),
};
