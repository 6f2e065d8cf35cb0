import { z } from '@hono/zod-openapi';
import { limits, searchSorts, slugMaximumLength } from '#constants';
import { listOf, pageQuery } from '#platform/contract/contract.ts';
import { flag, text, timestamp, uuid, wholeNumber } from '#platform/contract/contract-fields.ts';

export const slugParams = z.object({
  slug: text(slugMaximumLength).min(1).describe('The last part of the address of its page'),
});
const position = (of: string) => wholeNumber(0, 1_000).describe(`The position of the ${of}, from 0`);
export const stepPromptParams = slugParams.extend({
  step: position('step'),
  prompt: position('prompt in the step'),
});
/** In the order of the path, which is that of the generated client's arguments. */
export const itemParams = z.object({ collection: z.enum(['prompts', 'playbooks']), ...slugParams.shape });

/** The id of a copy, for a route's body. */
export const copyId = uuid.optional().openapi({
  description:
    "The id of this copy, chosen by you. Sent again with the same one on the same day (UTC), as after a lost response, the copy isn't counted again.",
});

export const categoryParam = text(limits.category)
  .optional()
  .describe('The name of a category, current or earlier');

/** The query of every list of prompts or playbooks. */
export const listQuery = z.object({
  q: text(limits.searchText).optional().describe('Words in the title, description or tags'),
  category: categoryParam,
  sort: z
    .enum(searchSorts)
    .optional()
    .describe(
      'By default `best` with a `q`, otherwise `newest`. `best` is the best matches first, and needs a `q`: without one it means `newest`. `popular` is the most viewed, `rating` the most upvoted.',
    ),
  favorites: flag.optional().openapi({ type: 'boolean', description: 'Only my favorites' }),
  ...pageQuery.shape,
});

/** A page of items. */
export const itemsOf = <Item extends z.ZodType>(item: Item) =>
  listOf(item, {
    total_is_exact: z.boolean().describe('False if a search matches more than `total` items'),
    corrected_q: z
      .string()
      .nullable()
      .describe(
        'The corrected search text, if `q` had no results and a misspelling was likely; null otherwise',
      ),
  });

export const aboutTierAccess = 'The access level that a plan needs to open it; 0 is free, for every member';
export const tierAccess = z.int().describe(aboutTierAccess);

/** The card fields that prompts and playbooks share. */
export const cardFields = {
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string().describe('Its categories, separated by commas'),
  tags: z.array(z.string()),
  tier_access: tierAccess,
  view_count: z.int(),
  vote_count: z.int(),
  created_at: timestamp,
  is_upvoted: z.boolean().describe('Whether I have upvoted it; false without a token'),
  is_favorited: z.boolean().describe('Whether it is among my favorites; false without a token'),
};

export const categories = z
  .array(z.object({ name: z.string(), slug: z.string(), count: z.int() }))
  .describe(
    "The categories of published items, with the number of items and the slug of their page, in the site's order",
  );
