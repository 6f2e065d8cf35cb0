import { z } from 'zod';
import { contentStatuses, difficulties, limits, promptTypes } from '#constants';
import { blankDefinition } from '#library/blanks/public/blank-fields.ts';
import { blankKey } from '#library/blanks/public/parse.ts';
import {
  categoryLine,
  imageAddress,
  line,
  nameLine,
  nameList,
  tagList,
  text,
} from '#platform/contract/contract-fields.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

/** The fields of a prompt that its editors fill in. */
export const promptFields = {
  title: nameLine(limits.title).min(1),
  description: line(limits.description),
  prompt_body: text(limits.promptBody).refine((body) => body.trim() !== '', {
    error: () => common.required(),
  }),
  blanks: z
    .array(blankDefinition)
    .max(limits.blanks)
    .refine((blanks) => new Set(blanks.map(({ name }) => blankKey(name))).size === blanks.length, {
      error: () => m.two_blanks_have_the_same_name(),
    }),
  category: categoryLine(limits.category),
  prompt_type: z.enum(promptTypes),
  status: z.enum(contentStatuses),
  tier_access: z.int().min(0).max(limits.accessLevel),
  difficulty: z.enum(difficulties),
  tags: tagList(limits.tags, limits.tag),
  preview_image_url: imageAddress,
  model_context: line(limits.modelContext),
  use_cases: nameList(limits.useCases, limits.useCase),
  example_output: text(limits.exampleOutput),
};
