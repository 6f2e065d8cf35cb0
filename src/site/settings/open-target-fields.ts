import { z } from 'zod';
import { limits } from '#constants';
import { text } from '#platform/contract/contract-fields.ts';
import { chosenTargets, noTargets, readOwnTargets } from './public/open-targets.ts';
import * as m from './words/messages.ts';

export const openTargetFields = {
  open_in: z
    .string()
    .max(200)
    .refine(
      (value) =>
        value === '' || value === noTargets || chosenTargets(value).length === value.split(',').length,
      { error: () => m.unknown_tool() },
    ),
  open_in_own: text(limits.openTargets).refine((value) => readOwnTargets(value) !== undefined, {
    error: () => m.write_each_tool_on_a_line(),
  }),
};
