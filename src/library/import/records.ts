import { z } from 'zod';
import { contentStatuses, difficulties, limits, promptTypes, slugMaximumLength } from '#constants';
import { blankDefinition } from '#library/blanks/public/blank-fields.ts';
import { asName, asNames, imageAddress } from '#platform/contract/contract-fields.ts';
import { setPlainValidationMessages } from '#platform/contract/validation-messages.ts';
import { keysOf } from '#platform/keys-of.ts';

setPlainValidationMessages();

const storable = (schema: z.ZodString) =>
  schema
    .refine((value) => !value.includes('\0'), 'contains a NUL character, which cannot be stored')
    .refine((value) => value.isWellFormed(), 'is not valid Unicode');
const text = (max: number) => storable(z.string().max(max));
const line = (max: number) => text(max).trim();
const nameLine = (max: number) => storable(z.string().overwrite(asName).max(max));
const categoryLine = (max: number) => storable(z.string().overwrite(asNames).max(max));
const slug = z
  .string()
  .max(slugMaximumLength)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'can only contain a-z, 0-9 and single hyphens');
/** A text is split on commas, as everywhere. */
const split = (value: unknown) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : value;
const list = (max: number, maxLength: number) =>
  z.preprocess(split, z.array(line(maxLength).min(1)).max(max));
const tagList = z.preprocess(split, z.array(nameLine(limits.tag).min(1)).max(limits.tags));
const level = z.int().min(0).max(1_000);

/** Tables are typed by people: "Beginner" is `beginner`. */
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.preprocess(
    (given) =>
      typeof given === 'string'
        ? (values.find((value) => value.toLowerCase() === given.trim().toLowerCase()) ?? given)
        : given,
    z.enum(values),
  );

/** A day of publishing makes a draft until then. Null says nothing, as a missing one does: only publishing takes it away. */
const publish_at = z.iso
  .datetime({ offset: true })
  .refine((day) => Date.parse(day) >= 0 && Date.parse(day) < Date.UTC(10_000, 0), 'is too far away')
  .nullish()
  .transform((day) => (day ? new Date(day).toISOString() : undefined));

/** A prompt in a source. Missing fields are derived from the text, or get the default. */
export const promptRecord = z.object({
  slug: slug.optional(),
  title: nameLine(limits.title).min(1).optional(),
  description: line(limits.description).optional(),
  category: categoryLine(limits.category).optional(),
  prompt_type: oneOf(promptTypes).default('Text'),
  tags: tagList.optional(),
  status: oneOf(contentStatuses).default('published'),
  publish_at,
  prompt_body: text(limits.promptBody).refine((body) => body.trim() !== '', 'is empty'),
  difficulty: oneOf(difficulties).optional(),
  tier_access: level.default(0),
  model_context: line(limits.modelContext).default(''),
  example_output: text(limits.exampleOutput).default(''),
  use_cases: list(limits.useCases, limits.useCase).default([]),
  preview_image_url: imageAddress.optional(),
  // Left out where there are none, so that earlier imports count as unchanged.
  blanks: z.array(blankDefinition).max(limits.blanks).optional(),
});
export type PromptRecord = z.output<typeof promptRecord>;

/** A step's prompt: a library prompt by slug, or a separate text. */
const stepPrompt = z.union([
  z.object({ library: slug }),
  z.object({ title: nameLine(limits.title).min(1), prompt_body: text(limits.promptBody).min(1) }),
]);

/** A playbook in a source; `price` is in cents. */
export const playbookRecord = z.object({
  slug: slug.optional(),
  title: nameLine(limits.title).min(1),
  description: text(limits.playbookDescription).default(''),
  category: categoryLine(limits.category).default(''),
  tags: tagList.default([]),
  status: oneOf(contentStatuses).default('published'),
  publish_at,
  tier_access: level.default(0),
  is_purchasable: z.boolean().default(false),
  price: z.int().min(0).max(limits.priceCents).default(0),
  image_url: imageAddress.optional(),
  steps: z
    .array(
      z.object({
        title: nameLine(limits.title).min(1),
        description: text(limits.playbookDescription).default(''),
        prompts: z.array(stepPrompt).max(limits.stepPrompts).default([]),
      }),
    )
    .max(limits.steps)
    .default([]),
});
export type PlaybookRecord = z.output<typeof playbookRecord>;

/**
 * What a row of a source says. `place` is its position for messages; `given` are the fields that the source has: an item that exists keeps
 * the others.
 */
export type RowContent = {
  place: string;
  given: string[];
} & ( // Where the source says nothing true about the type, it is taken from the text.
  | { kind: 'prompt'; record: PromptRecord; isTypeUnknown?: boolean }
  | { kind: 'playbook'; record: PlaybookRecord }
);

/** `key` identifies a row in later imports; a row whose key is made of a name has another one, `also`, for sources where it needs it. */
export type RowKeys = {
  key: string;
  also?: string;
  /** The key that other rows could have, too: it is the row's where the item is unchanged, or has its title. */
  former?: { key: string; slug: string | undefined; isByTitle: boolean };
};

export type SourceRow = RowContent & RowKeys;

/** A row that is not imported, and why. */
export type Refusal = { place: string; reason: string };

/** A name under which the source has values, the first of them (cut), and the field of ours that it fills; '' for none. */
export type SourceColumn = { name: string; sample: string; field: string };

export type Source = { rows: SourceRow[]; refused: Refusal[]; columns: SourceColumn[] };

/** Which of a source's names fills which field; '' leaves it out. What is not listed is known by its name. */
export type Mapping = Record<string, string>;

export const promptFieldNames = keysOf(promptRecord.shape);

const sampleLength = 60;
/** What a value looks like, on one line. */
export function sampleOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = text
    .slice(0, 4 * sampleLength)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('\0', '')
    .trim()
    .toWellFormed();
  return line.length > sampleLength ? `${line.slice(0, sampleLength)}…`.toWellFormed() : line;
}

/** The first validation issue, for people: "title: Too long". */
export function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0];
  const place = issue?.path.join('.');
  return place ? `${place}: ${issue?.message}` : (issue?.message ?? 'invalid');
}
