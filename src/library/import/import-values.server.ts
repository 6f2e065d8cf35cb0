import { describePrompt } from '#library/analysis/public/describe.server.ts';
import { typeOfPrompt } from '#library/analysis/public/prompt-type.server.ts';
import { slugify } from '#library/catalog/public/slugs.ts';
import type { PlannedPrompt } from './import-types.ts';
import type { PlaybookRecord, SourceRow } from './records.ts';

export function promptValues({ record, isTypeUnknown }: PlannedPrompt) {
  const { slug: _slug, preview_image_url = null, blanks, ...fields } = record;
  const prompt_type = isTypeUnknown ? typeOfPrompt(record) : record.prompt_type;
  const described = describePrompt({ ...record, prompt_type });
  return {
    ...fields,
    prompt_type,
    preview_image_url,
    title: fields.title ?? described.title,
    description: fields.description ?? described.description,
    category: fields.category ?? described.category,
    difficulty: fields.difficulty ?? described.difficulty,
    tags: fields.tags ?? described.tags,
    ...(blanks && { blanks: JSON.stringify(blanks) }),
  };
}

export function playbookValues(record: PlaybookRecord) {
  const { slug: _slug, steps: _steps, image_url = null, ...fields } = record;
  return { ...fields, image_url };
}

/** The title of a row's item: the given one, or one derived from the text. */
export const titleOf = ({ kind, record }: SourceRow) =>
  kind === 'playbook' ? record.title : (record.title ?? describePrompt(record).title);

export const slugOf = (row: SourceRow) => row.record.slug ?? slugify(titleOf(row), row.kind);
