import { z } from 'zod';
import { contentStatuses, limits } from '#constants';
import { categoryLine, nameLine, tagList } from '#platform/contract/contract-fields.ts';
import { listInput, numberInput } from '#ui/forms/input-schemas.ts';

/** The fields that can be changed in many items at once. */
export const changeFields = {
  status: z.enum(contentStatuses),
  tier_access: z.int().min(0).max(limits.accessLevel),
  category: categoryLine(limits.category),
  add_tags: tagList(limits.tags, limits.tag),
  remove_tags: z.array(nameLine(limits.tag).min(1)).max(limits.tags),
  /** Moves items to the trash, or restores them. */
  is_deleted: z.boolean(),
};

const changeTo = <Name extends keyof typeof changeFields, Value extends z.ZodType<unknown, string>>(
  name: Name,
  value: Value,
) => z.object({ name: z.literal(name), value });
/** A change as the form holds it: the field, and its new value as text. */
export const changeInput = z
  .discriminatedUnion('name', [
    changeTo('status', changeFields.status),
    changeTo('tier_access', numberInput(changeFields.tier_access)),
    changeTo('category', changeFields.category),
    changeTo('add_tags', listInput(changeFields.add_tags.min(1))),
    changeTo('remove_tags', listInput(changeFields.remove_tags.min(1))),
  ])
  .transform(({ name, value }) => ({ [name]: value }));
export type ChangeInput = z.input<typeof changeInput>;
