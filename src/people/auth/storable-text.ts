import type { z } from 'zod';
import { isStorable } from '#platform/text/storable.ts';

/** Refuses text that PostgreSQL can't store, in the protocol's language. */
export const storableText = (schema: z.ZodString) =>
  schema.refine(isStorable, 'contains characters that cannot be stored');
