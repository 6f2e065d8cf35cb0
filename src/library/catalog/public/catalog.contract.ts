import { z } from '@hono/zod-openapi';
import { limits, searchSorts } from '#constants';
import { listOf } from '#platform/contract/contract.ts';
import { flag, pageQuery, text, timestamp } from '#platform/contract/contract-fields.ts';

export const slugParams = z.object({ slug: text(100).min(1) });
export const itemParams = slugParams.extend({ collection: z.enum(['prompts', 'playbooks']) });

/** The query of every list of prompts or playbooks. */
export const listQuery = z.object({
  q: text(limits.searchText).optional(),
  category: text(limits.category).optional(),
  /** Without one, the best matches come first where `q` is given, else the newest. `best` without `q` is `newest`. */
  sort: z.enum(searchSorts).optional(),
  favorites: flag.optional().openapi({ type: 'boolean' }),
  ...pageQuery.shape,
});

/** A page of items. `total_is_exact` is false where a search matches more than `total` items. */
export const itemsOf = <Item extends z.ZodType>(item: Item) =>
  listOf(item, {
    total_is_exact: z.boolean(),
    /** What was searched instead, where nothing has the words of `q` and one letter makes the difference. */
    corrected_q: z.string().nullable(),
  });

/** What a card shows, common to prompts and playbooks. The last three are about the viewer; false for a visitor. */
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

/** Distinct categories of what is published, with the number of items and the address of their page, in the site's order. */
export const categories = z.array(z.object({ name: z.string(), slug: z.string(), count: z.int() }));
