import { z } from 'zod';
import { contentStatuses, difficulties, limits, promptTypes, slugMaximumLength } from '#constants';

const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes('\0'), 'has a NUL character, which cannot be stored')
    .refine((value) => value.isWellFormed(), 'is not valid Unicode');
const line = (most: number) => text(most).trim();
const slug = z
  .string()
  .max(slugMaximumLength)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'may have only a-z, 0-9 and single dashes');
const list = (most: number, each: number) => z.array(line(each).min(1)).max(most);
const level = z.int().min(0).max(1_000);

/** A prompt as a file may bring it. What is left out is worked out from the text, or has the default. */
export const promptRecord = z.object({
  slug: slug.optional(),
  title: line(limits.title).min(1).optional(),
  description: line(limits.description).optional(),
  category: line(limits.category).optional(),
  prompt_type: z.enum(promptTypes).default('Text'),
  tags: list(limits.tags, limits.tag).optional(),
  status: z.enum(contentStatuses).default('published'),
  prompt_body: text(limits.promptBody).refine((body) => body.trim() !== '', 'is empty'),
  difficulty: z.enum(difficulties).optional(),
  tier_access: level.default(0),
  model_context: line(limits.modelContext).default(''),
  example_output: text(limits.exampleOutput).default(''),
  use_cases: list(limits.useCases, limits.useCase).default([]),
  preview_image_url: z.url().nullish(),
});
export type PromptRecord = z.output<typeof promptRecord>;

/** A step's prompt: one of the library, by slug, or a text of its own. */
const stepPrompt = z.union([
  z.object({ library: slug }),
  z.object({ title: line(limits.title).min(1), prompt_body: text(limits.promptBody).min(1) }),
]);

/** A playbook as a file may bring it; `price` is in cents. Steps are in their order. */
export const playbookRecord = z.object({
  slug: slug.optional(),
  title: line(limits.title).min(1),
  description: text(limits.playbookDescription).default(''),
  category: line(limits.category).default(''),
  tags: list(limits.tags, limits.tag).default([]),
  status: z.enum(contentStatuses).default('published'),
  tier_access: level.default(0),
  is_purchasable: z.boolean().default(false),
  price: z.int().min(0).max(limits.priceCents).default(0),
  image_url: z.url().nullish(),
  steps: z
    .array(
      z.object({
        title: line(limits.title).min(1),
        description: text(limits.playbookDescription).default(''),
        prompts: z.array(stepPrompt).max(limits.stepPrompts).default([]),
      }),
    )
    .max(limits.steps)
    .default([]),
});
export type PlaybookRecord = z.output<typeof playbookRecord>;

/** One row of a source: where it stands in there, what it is known by over repeated imports, and what it says. */
export type SourceRow = { place: string; key: string } & (
  | { kind: 'prompt'; record: PromptRecord }
  | { kind: 'playbook'; record: PlaybookRecord }
);

/** A row that is not taken, and why. */
export type Refusal = { place: string; reason: string };

export type Source = { rows: SourceRow[]; refused: Refusal[] };

/** The first thing that does not fit, for people: "title: Too long". */
export function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0];
  const place = issue?.path.join('.');
  return place ? `${place}: ${issue?.message}` : (issue?.message ?? 'does not fit');
}
