import { z } from 'zod';
import { contentStatuses, limits } from '#constants';
import { categoryLine } from '#platform/contract/contract-fields.ts';
import { optionalNumberInput } from '#ui/forms/input-schemas.ts';
import * as m from './words/messages.ts';

export const importStatuses = ['new-drafts', 'file', ...contentStatuses] as const;

/** What an import does with a row. */
export const rowOutcomes = ['created', 'changed', 'unchanged', 'duplicate', 'refused'] as const;

/**
 * The settings for all rows. Status: `new-drafts` makes new items drafts and keeps the status of others; `file` uses
 * the file's values. `mapping` assigns a field to a column of the file; '' ignores the column.
 */
export const importSettings = z.strictObject({
  status: z.enum(importStatuses).default('new-drafts'),
  tier_access: z.int().min(0).max(limits.accessLevel).nullable().default(null),
  category: categoryLine(limits.category).nullable().default(null),
  skip_duplicates: z.boolean().default(true),
  mapping: z
    .record(z.string().max(limits.importColumnName), z.string().max(40))
    .refine((mapping) => Object.keys(mapping).length <= limits.importColumns)
    .default({}),
});
export type ImportSettings = z.output<typeof importSettings>;

/** The field chosen for a column. Columns can have any name, even `constructor`. */
export const chosenField = (mapping: ImportSettings['mapping'], column: string): string | undefined =>
  Object.hasOwn(mapping, column) ? mapping[column] : undefined;

type Column = { name: string; field: string };
type Checked = { settings: ImportSettings; columns: Column[] };

/** The settings as form values; `fields` are those of `columns`, in the same order. */
export const importInput = ({ settings, columns }: Checked) =>
  z
    .object({
      status: z.enum(importStatuses),
      tier_access: optionalNumberInput(importSettings.shape.tier_access.unwrap().unwrap()),
      category: categoryLine(limits.category).transform((name) => name || null),
      skip_duplicates: z.boolean(),
      fields: z.array(z.string()),
    })
    .superRefine(({ fields }, context) => {
      for (const [index, field] of fields.entries()) {
        // Columns with the same name can't be told apart.
        const isTaken = fields
          .slice(0, index)
          .some((other, at) => other === field && columns[at]?.name !== columns[index]?.name);
        if (field !== '' && isTaken)
          context.addIssue({
            code: 'custom',
            path: ['fields', index],
            message: m.another_column_has_field(),
          });
      }
    })
    .transform(({ fields, ...values }) => {
      const changed = columns
        .map(({ name, field }, index) => ({
          name,
          before: chosenField(settings.mapping, name) ?? field,
          index,
        }))
        .filter(({ before, index }) => fields[index] !== before)
        .map(({ name, index }) => [name, fields[index] ?? '']);
      return { ...values, mapping: { ...settings.mapping, ...Object.fromEntries(changed) } };
    });

/** The initial form values. */
export const importInputs = ({ settings, columns }: Checked): z.input<ReturnType<typeof importInput>> => ({
  status: settings.status,
  tier_access: settings.tier_access === null ? '' : String(settings.tier_access),
  category: settings.category ?? '',
  skip_duplicates: settings.skip_duplicates,
  fields: columns.map(({ name, field }) => chosenField(settings.mapping, name) ?? field),
});
