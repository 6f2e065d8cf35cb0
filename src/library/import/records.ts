import { z } from 'zod';
import {
  contentStatuses,
  difficulties,
  limits,
  promptTypes,
  slugMaximumLength,
  slugPattern,
} from '#constants';
import { blankDefinition } from '#library/blanks/public/blank-fields.ts';
import { asName, asNames, imageAddress } from '#platform/contract/contract-fields.ts';
import { setPlainValidationMessages } from '#platform/contract/validation-messages.ts';
import { keysOf } from '#platform/keys-of.ts';
import { cutText } from '#platform/text/cut-text.ts';

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
  .regex(slugPattern, 'can only contain a-z, 0-9 and single hyphens');
/** Splits text on commas, like everywhere else. */
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
const level = z.int().min(0).max(limits.accessLevel);

/** Accepts differences in case, since people type these values: "Beginner" is `beginner`. */
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.preprocess(
    (given) =>
      typeof given === 'string'
        ? (values.find((value) => value.toLowerCase() === given.trim().toLowerCase()) ?? given)
        : given,
    z.enum(values),
  );

/** A publishing time makes an item a draft until then. Null means the same as a missing value: only publishing removes it. */
const publish_at = z.iso
  .datetime({ offset: true })
  .refine((day) => Date.parse(day) >= 0 && Date.parse(day) < Date.UTC(10_000, 0), 'is too far away')
  .nullish()
  .transform((day) => (day ? new Date(day).toISOString() : undefined));

/** A prompt in a source. Missing fields are derived from the text or get defaults. */
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
  // Left out if there are none, so that earlier imports count as unchanged.
  blanks: z.array(blankDefinition).max(limits.blanks).optional(),
});
export type PromptRecord = z.output<typeof promptRecord>;

/** A step's prompt: a library prompt by slug, or a separate text. */
const stepPrompt = z.union([
  z.object({ library: slug }),
  z.object({ title: nameLine(limits.title).min(1), prompt_body: text(limits.promptBody).min(1) }),
]);

/** A playbook in a source. `price` is in cents. */
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
 * The content of a row. `place` is its position, for messages. `given` are the fields that the source has; an existing
 * item keeps its values for all others.
 */
export type RowContent = {
  place: string;
  given: string[];
} & ( // Where the source says nothing true about the type, it is taken from the text.
  | { kind: 'prompt'; record: PromptRecord; isTypeUnknown?: boolean }
  | { kind: 'playbook'; record: PlaybookRecord }
);

/**
 * `key` identifies a row in later imports. A row whose key is derived from a name also has a more specific key, `also`,
 * which is used if the source needs it.
 */
export type RowKeys = {
  key: string;
  also?: string;
  /** The key used before, which several rows could share. It only counts if the item is unchanged or has the row's title. */
  former?: { key: string; slug: string | undefined; isByTitle: boolean };
};

export type SourceRow = RowContent & RowKeys;

/** A row that is not imported, and the reason. `title`: its title, if it can be read. */
export type Refusal = { place: string; reason: string; title?: string };

/** A column of the source, with a shortened sample value and the field that it fills; '' if it is ignored. */
export type SourceColumn = { name: string; sample: string; field: string };

export type Source = { rows: SourceRow[]; refused: Refusal[]; columns: SourceColumn[] };

/** Maps the source's names to our fields; '' ignores a name. Names that aren't listed are matched by name. */
export type Mapping = Record<string, string>;

export const promptFieldNames = keysOf(promptRecord.shape);

const sampleLength = 60;
/** A sample of a value, on one line. */
export function sampleOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = cutText(text, 4 * sampleLength)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('\0', '')
    .trim()
    .toWellFormed();
  return line.length > sampleLength ? `${cutText(line, sampleLength)}…` : line;
}

const shownTitle = 300;
/** Why a row is refused, for users: the first validation error, such as "title: Too long", or of a list "tags “…”: Too long". */
export function refusalOf(place: string, error: z.ZodError, value: unknown): Refusal {
  const { path = [], message = 'invalid' } = error.issues[0] ?? {};
  const entry = path.reduce<unknown>(partOf, value);
  const isOfList = typeof path.at(-1) === 'number' && typeof entry === 'string';
  const field = isOfList ? `${path.slice(0, -1).join('.')} “${sampleOf(entry)}”` : path.join('.');
  const title = partOf(value, 'title');
  return {
    place,
    reason: field ? `${field}: ${message}` : message,
    ...(typeof title === 'string' && { title: cutText(title.trim(), shownTitle) }),
  };
}

const partOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
