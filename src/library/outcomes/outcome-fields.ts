import { z } from 'zod';
import { limits } from '#constants';
import { line } from '#platform/contract/contract-fields.ts';
import * as m from './words/messages.ts';

export const outcomeFields = {
  worked: z.boolean(),
  model: line(limits.modelName).min(1, { error: () => m.which_model_was_it() }),
  note: line(limits.outcomeNote),
};
