import { sql } from 'kysely';
import { columnsOf } from '#access/columns.server.ts';
import { currentSlug } from '#access/current-slug.server.ts';
import { isCut, revealed, teaser } from '#access/gated.server.ts';
import { visible } from '#access/predicate.server.ts';
import { groupedStatement } from '#access/statement.server.ts';
import { exampleTeaserLength } from '#constants';
import { engagementColumns, listPages } from '#library/catalog/public/list-pages.server.ts';
import type { PromptCard, PromptDetail } from './prompts.contract.ts';

/** The columns of a card. Lists never select a body. */
export const cardColumns = columnsOf(
  'prompts',
  'id',
  'slug',
  'title',
  'description',
  'category',
  'tags',
  'tier_access',
  'view_count',
  'vote_count',
  'created_at',
  'prompt_type',
  'difficulty',
  'preview_image_url',
  'status',
);

export const pages = listPages('prompt', { columns: cardColumns });

export type CardRow = Omit<PromptCard, 'can' | 'created_at'> & {
  created_at: Date;
  status: PromptDetail['status'];
};
export type DetailRow = Omit<
  PromptDetail,
  'can' | 'created_at' | 'updated_at' | 'version_at' | 'daily_limit_reached' | 'preview'
> & {
  created_at: Date;
  updated_at: Date;
  version_at: Date;
};

/** A prompt that the viewer can open. Its body and full example are only included if the viewer can read them. */
export const findPrompt = groupedStatement<DetailRow>(
  (viewer, slug) => sql`
    select ${cardColumns}, ${engagementColumns(viewer, 'prompt')}, prompts.updated_at, prompts.model_context, prompts.use_cases,
      prompts.version, prompts.version_at, prompts.blanks,
      ${revealed(viewer, 'prompt', 'prompt_body')} as prompt_body,
      ${teaser(viewer, 'prompt', 'example_output', exampleTeaserLength)} as example_output,
      ${isCut(viewer, 'prompt', 'example_output', exampleTeaserLength)} as example_output_is_cut
    from prompts where prompts.slug = ${currentSlug('prompts', slug)} and ${visible(viewer, 'prompt', 'open')}`,
);
