import { z } from 'zod';
import { limits } from '#constants';
import { text } from '#platform/contract-fields.ts';
import { chosenTargets, noTargets, readOwnTargets } from './public/open-targets.ts';

export const openTargetFields = {
  open_in: z
    .string()
    .max(200)
    .refine(
      (value) =>
        value === '' || value === noTargets || chosenTargets(value).length === value.split(',').length,
      'Unknown tool',
    ),
  open_in_own: text(limits.openTargets).refine(
    (value) => readOwnTargets(value) !== undefined,
    'Write each tool on a line of its own: Name | https://example.com/?q={prompt}',
  ),
};
