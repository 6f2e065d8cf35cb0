import { z } from '@hono/zod-openapi';
import { timestamp, wholeNumber } from '#platform/contract/contract-fields.ts';

/** What PostgreSQL's integers can hold. */
const maxVersion = 2_147_483_647;
/** The number of a version: in a URL, and in a body. */
export const versionParam = wholeNumber(1, maxVersion);
/** For a step's prompt. */
export const runVersionQuery = z.object({
  version: versionParam
    .optional()
    .describe('The version of the playbook, for a run that was started in another than the current one'),
});
export const versionNumber = z.int().min(1).max(maxVersion);

export const versionFields = { number: z.int(), saved_at: timestamp, is_current: z.boolean() };

/** From the previous version to this one, line by line; empty for the first version. */
export const differenceField = z.array(
  z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }),
);
export type Difference = z.output<typeof differenceField>;

export type VersionItem = z.output<z.ZodObject<typeof versionFields>>;
