import { z } from '@hono/zod-openapi';
import { limits, searchSorts, slugMaximumLength } from '#constants';
import { listOf } from '#platform/contract/contract.ts';
import { flag, pageQuery, text, timestamp, wholeNumber } from '#platform/contract/contract-fields.ts';

export const slugParams = z.object({ slug: text(slugMaximumLength).min(1) });
const position = wholeNumber(0, 1_000);
/** A prompt of a step of a playbook; both positions are 0-based. */
export const stepPromptParams = slugParams.extend({ step: position, prompt: position });
/** In the order of the path, which is that of the generated client's arguments. */
export const itemParams = z.object({ collection: z.enum(['prompts', 'playbooks']), ...slugParams.shape });

/** The query of every list of prompts or playbooks. */
export const listQuery = z.object({
  q: text(limits.searchText).optional(),
  category: text(limits.category).optional(),
  /** By default the best matches come first if there is a `q`, else the newest. Without `q`, `best` means `newest`. */
  sort: z.enum(searchSorts).optional(),
  favorites: flag.optional().openapi({ type: 'boolean' }),
  ...pageQuery.shape,
});

/** A page of items. `total_is_exact` is false if a search matches more than `total` items. */
export const itemsOf = <Item extends z.ZodType>(item: Item) =>
  listOf(item, {
    total_is_exact: z.boolean(),
    /** The corrected search text, if `q` had no results and a misspelling was likely; null otherwise. */
    corrected_q: z.string().nullable(),
  });

/** The card fields that prompts and playbooks share. The last three depend on the viewer; false for visitors. */
export const cardFields = {
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  tier_access: z.int(),
  view_count: z.int(),
  vote_count: z.int(),
  created_at: timestamp,
  is_upvoted: z.boolean(),
  is_favorited: z.boolean(),
};

/** The categories of published items, with the number of items and the slug of their page, in the site's order. */
export const categories = z.array(z.object({ name: z.string(), slug: z.string(), count: z.int() }));
