import { z } from 'zod';
import { contentStatuses, limits } from '#constants';
import { categoryLine, imageAddress, nameLine, tagList, text } from '#platform/contract/contract-fields.ts';
import * as common from '#ui/words/messages.ts';

/** A prompt written for one step. */
export const manualEntryFields = {
  title: nameLine(limits.title).min(1),
  prompt_body: text(limits.promptBody).refine((body) => body.trim() !== '', {
    error: () => common.required(),
  }),
};

/** A stored step prompt: a copy of a library prompt, or a manual one. */
export const stepEntry = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('library'),
    prompt_id: z.uuid(),
    title: nameLine(limits.title),
    prompt_body: text(limits.promptBody),
  }),
  z.strictObject({ type: z.literal('manual'), ...manualEntryFields }),
]);
export type StepEntry = z.output<typeof stepEntry>;

/** Steps are numbered by their position in the list, from 0. */
export const step = z.strictObject({
  title: nameLine(limits.title).min(1),
  description: text(limits.playbookDescription).default(''),
  prompts: z.array(stepEntry).max(limits.stepPrompts).default([]),
});

/** The fields of a playbook that its editors fill in. `price` is in the currency's minor unit. */
export const playbookFields = {
  title: nameLine(limits.title).min(1),
  description: text(limits.playbookDescription),
  category: categoryLine(limits.category),
  tags: tagList(limits.tags, limits.tag),
  status: z.enum(contentStatuses),
  tier_access: z.int().min(0).max(limits.accessLevel),
  is_purchasable: z.boolean(),
  price: z.int().min(0).max(limits.price),
  image_url: imageAddress,
  steps: z.array(step).max(limits.steps),
};
