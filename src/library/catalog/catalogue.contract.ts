import { z } from '@hono/zod-openapi';
import { limits, listLimitDefault, listLimitMaximum, sorts } from '#constants';

/** The two kinds of items that can be listed, opened, voted on, kept and commented on. */
export const targetTypes = ['prompt', 'playbook'] as const;
export type TargetType = (typeof targetTypes)[number];

/** `prompts` in an address stands for the target type `prompt`. */
export const collections = { prompts: 'prompt', playbooks: 'playbook' } as const satisfies Record<
  string,
  TargetType
>;

export const slugParams = z.object({ slug: z.string().min(1).max(100) });
export const itemParams = slugParams.extend({ collection: z.enum(['prompts', 'playbooks']) });

/** UTC ISO 8601. */
export const timestamp = z.iso.datetime();

/** The query of every list of prompts or playbooks. */
export const listQuery = z.object({
  q: z.string().max(limits.searchText).optional(),
  category: z.string().max(limits.category).optional(),
  sort: z.enum(sorts).default('newest'),
  favorites: z.stringbool().optional().openapi({ type: 'boolean' }),
  limit: z.coerce.number().int().min(1).max(listLimitMaximum).default(listLimitDefault),
  cursor: z.string().max(500).optional(),
});

/** A page of items. `total_is_exact` is false where a search matches more than `total` items. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int().min(0),
    total_is_exact: z.boolean(),
    next_cursor: z.string().nullable(),
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

/** Distinct categories of what is published, with the number of items, by name. */
export const categories = z.array(z.object({ name: z.string(), count: z.int() }));

/** Text that can be stored: no NUL, whole characters. */
export const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'has characters that cannot be stored');
export const line = (most: number) => text(most).trim();
export const nameList = (most: number, each: number) => z.array(line(each).min(1)).max(most);
/** Where a picture lies: on this site or at an https address. Empty and null: none. */
export const imageAddress = z
  .string()
  .max(2_000)
  .regex(/^(\/media\/[\w./-]+|https?:\/\/\S+)?$/, 'is not the address of an image')
  .transform((value) => value || null)
  .nullable();

/** The query of an admin's table; `q` looks in titles. */
export const adminListQuery = z.object({
  q: z.string().max(limits.searchText).optional(),
  limit: z.coerce.number().int().min(1).max(listLimitMaximum).default(listLimitDefault),
  cursor: z.string().max(500).optional(),
});
export type AdminListQuery = z.output<typeof adminListQuery>;
