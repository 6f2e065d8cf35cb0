import type { placeForm } from '#library/catalog/public/place-form.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import type { promptFields } from './prompt-fields.ts';

/** The labels of a prompt's fields in its editor. */
export const promptFieldLabels = {
  slug: common.address,
  created_at: common.date,
  publish_at: common.publish_on,
  title: common.title,
  description: common.description,
  prompt_body: m.prompt_body,
  blanks: common.blanks,
  category: common.category,
  prompt_type: m.prompt_type,
  status: common.status,
  tier_access: common.tier_access,
  difficulty: m.difficulty,
  tags: common.tags,
  preview_image_url: m.preview_image,
  model_context: m.recommended_models,
  use_cases: m.use_cases,
  example_output: m.sample_output,
} satisfies Record<keyof typeof promptFields | keyof ReturnType<typeof placeForm>, () => string>;
