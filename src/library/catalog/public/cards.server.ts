import type { z } from 'zod';
import type { cardFields } from './catalog.contract.ts';
import { firstCategory } from './first-category.ts';

type CommonCard = z.output<z.ZodObject<typeof cardFields>>;

/** The fields that cards of prompts and playbooks share, picked from a row. */
export function commonCard(row: Omit<CommonCard, 'created_at'> & { created_at: Date }): CommonCard {
  const { id, slug, title, description, tags, tier_access, view_count, vote_count } = row;
  const category = firstCategory(row.category);
  const item = { id, slug, title, description, category, tags, tier_access, view_count, vote_count };
  const { is_upvoted, is_favorited } = row;
  return { ...item, is_upvoted, is_favorited, created_at: row.created_at.toISOString() };
}
