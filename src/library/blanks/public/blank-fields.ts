import { z } from 'zod';
import { blankKinds, blankScopes, limits } from '#constants';
import { line, nameList, text } from '#platform/contract/contract-fields.ts';
import * as m from '../words/messages.ts';

/** An author's definition of a blank. `name` is matched by `blankKey`; the order of the list is the order of the form. */
export const blankDefinition = z.strictObject({
  name: line(limits.blankName).min(1),
  label: line(limits.blankLabel).default(''),
  help: line(limits.blankHelp).default(''),
  kind: z.enum(blankKinds).default('line'),
  default: text(limits.blankValue).default(''),
  options: nameList(limits.blankOptions, limits.blankOption).default([]),
  required: z.boolean().default(true),
  scope: z.enum(blankScopes).default('text'),
});
export type BlankDefinition = z.output<typeof blankDefinition>;

/** Values by name of blank. */
export const blankValues = z
  .record(line(limits.blankName).min(1), text(limits.blankValue))
  .refine((values) => Object.keys(values).length <= limits.blanks, { error: () => m.too_many_values() });

/** The same for playbooks, where the results of earlier steps are values too. */
export const stepValues = z
  .record(line(limits.blankName).min(1), text(limits.runResult))
  .refine((values) => Object.keys(values).length <= limits.blanks + limits.steps, {
    error: () => m.too_many_values(),
  });
