import { z } from 'zod';
import { contentStatuses, limits } from '#constants';
import { nameLine } from '#platform/contract/contract-fields.ts';
import { optionalNumberInput } from '#ui/forms/input-schemas.ts';

export const importStatuses = ['new-drafts', 'file', ...contentStatuses] as const;

/**
 * What is decided for all rows. `new-drafts` makes drafts of new items and leaves others their status, `file` does what the file says.
 * `mapping` names a field for a column of the file; '' leaves the column out.
 */
export const importSettings = z.strictObject({
  status: z.enum(importStatuses).default('new-drafts'),
  tier_access: z.int().min(0).max(limits.accessLevel).nullable().default(null),
  category: nameLine(limits.category).nullable().default(null),
  skip_duplicates: z.boolean().default(true),
  mapping: z
    .record(z.string().max(limits.importColumnName), z.string().max(40))
    .refine((mapping) => Object.keys(mapping).length <= limits.importColumns)
    .default({}),
});
export type ImportSettings = z.output<typeof importSettings>;

type Column = { name: string; field: string };
type Checked = { settings: ImportSettings; columns: Column[] };

/** The settings as inputs hold them; `fields` are those of `columns`, in their order, whose names may contain anything. */
export const importInput = ({ settings, columns }: Checked) =>
  z
    .object({
      status: z.enum(importStatuses),
      tier_access: optionalNumberInput(importSettings.shape.tier_access.unwrap().unwrap()),
      category: nameLine(limits.category).transform((name) => name || null),
      skip_duplicates: z.boolean(),
      fields: z.array(z.string()),
    })
    .transform(({ fields, ...values }) => {
      const mapping = { ...settings.mapping };
      for (const [index, { name, field }] of columns.entries()) {
        const chosen = fields[index] ?? field;
        if (chosen !== (mapping[name] ?? field)) mapping[name] = chosen;
      }
      return { ...values, mapping };
    });

/** What the inputs hold at first. */
export const importInputs = ({ settings, columns }: Checked): z.input<ReturnType<typeof importInput>> => ({
  status: settings.status,
  tier_access: settings.tier_access === null ? '' : String(settings.tier_access),
  category: settings.category ?? '',
  skip_duplicates: settings.skip_duplicates,
  fields: columns.map(({ name, field }) => settings.mapping[name] ?? field),
});
