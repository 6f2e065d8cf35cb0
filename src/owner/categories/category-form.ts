import { z } from 'zod';
import { asTyped } from '#platform/text/line-ends.ts';
import * as common from '#ui/words/messages.ts';
import type { AdminCategory } from './categories-admin.contract.ts';
import { categoryFields } from './category-fields.ts';
import * as m from './words/messages.ts';

/** A new category gets its address from its name. */
export const categoryForm = (isNew: boolean) =>
  z.object({
    ...categoryFields,
    slug: isNew ? z.string() : categoryFields.slug,
    earlier_names: z.array(z.string()),
  });
type Inputs = z.input<ReturnType<typeof categoryForm>>;

export const emptyCategory: Inputs = {
  name: '',
  slug: '',
  description: '',
  is_hidden: false,
  earlier_names: [],
};
export const toInputs = ({ name, slug, description, is_hidden, earlier_names }: AdminCategory): Inputs =>
  asTyped({
    name,
    slug,
    description,
    is_hidden,
    earlier_names,
  });

export const fieldLabels = {
  name: m.name,
  slug: common.address,
  description: common.description,
  is_hidden: m.hide_category,
  earlier_names: m.earlier_names,
};
