import { z } from 'zod';
import { limits } from '#constants';
import { itemSlug } from '#library/catalog/public/item-slug.ts';
import { line, nameLine } from '#platform/contract/contract-fields.ts';
import * as m from './words/messages.ts';

/** The fields of a category that admins edit. */
export const categoryFields = {
  name: nameLine(limits.category)
    .min(1, { error: () => m.enter_a_name() })
    .refine((value) => !value.includes(','), { error: () => m.a_name_has_no_comma() }),
  slug: itemSlug,
  description: line(limits.categoryDescription),
  is_hidden: z.boolean(),
};
