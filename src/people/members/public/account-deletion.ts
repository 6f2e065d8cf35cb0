import type { z } from '@hono/zod-openapi';
import type { accountDeletion } from '../members.contract.ts';

/** What deleting an account would end. */
export type AccountDeletion = z.output<typeof accountDeletion>;
