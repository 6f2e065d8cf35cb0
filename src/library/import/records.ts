import { z } from 'zod';
import { contentStatuses, difficulties, limits, promptTypes } from '#constants';
import { itemSlug } from '#library/catalog/public/item-slug.ts';
import { manualEntryFields, playbookFields, step } from '#library/playbooks/public/playbook-fields.ts';
import { promptFields } from '#library/prompts/public/prompt-fields.ts';
import { setPlainValidationMessages } from '#platform/contract/validation-messages.ts';
import { keysOf } from '#platform/keys-of.ts';
import { cutText } from '#platform/text/cut-text.ts';
import * as m from './words/messages.ts';

setPlainValidationMessages();

/** The fields with lists. A source can have a text instead, with separators between the entries. */
export const listFields = ['tags', 'use_cases'];
export const splitList = (text: string, separator: string | RegExp) =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);

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
  .refine((day) => Date.parse(day) >= 0 && Date.parse(day) < Date.UTC(10_000, 0), {
    error: () => m.publish_at_years(),
  })
  .nullish()
  .transform((day) => (day ? new Date(day).toISOString() : undefined));

/** A prompt in a source. Missing fields are derived from the text or get defaults. */
export const promptRecord = z.object({
  slug: itemSlug.optional(),
  title: promptFields.title.optional(),
  description: promptFields.description.optional(),
  category: promptFields.category.optional(),
  prompt_type: oneOf(promptTypes).default('Text'),
  tags: promptFields.tags.optional(),
  status: oneOf(contentStatuses).default('published'),
  publish_at,
  prompt_body: promptFields.prompt_body,
  difficulty: oneOf(difficulties).optional(),
  tier_access: promptFields.tier_access.default(0),
  model_context: promptFields.model_context.default(''),
  example_output: promptFields.example_output.default(''),
  use_cases: promptFields.use_cases.default([]),
  preview_image_url: promptFields.preview_image_url.optional(),
  // Left out if there are none, so that earlier imports count as unchanged.
  blanks: promptFields.blanks.optional(),
});
export type PromptRecord = z.output<typeof promptRecord>;

/** A step's prompt: a library prompt by slug, or a separate text. */
const stepPrompt = z.union([z.object({ library: itemSlug }), z.object(manualEntryFields)]);

/** A playbook in a source. `price` is in the currency's minor unit. */
export const playbookRecord = z.object({
  slug: itemSlug.optional(),
  title: playbookFields.title,
  description: playbookFields.description.default(''),
  category: playbookFields.category.default(''),
  tags: playbookFields.tags.default([]),
  status: oneOf(contentStatuses).default('published'),
  publish_at,
  tier_access: playbookFields.tier_access.default(0),
  is_purchasable: playbookFields.is_purchasable.default(false),
  price: playbookFields.price.default(0),
  image_url: playbookFields.image_url.optional(),
  steps: z
    .array(z.object({ ...step.shape, prompts: z.array(stepPrompt).max(limits.stepPrompts).default([]) }))
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
