import { z } from 'zod';
import { limits, slugMaximumLength } from '#constants';

/** The pages that someone has agreed to: versions by slug. */
export const agreedTo = z
  .record(z.string().max(slugMaximumLength), z.int().min(1))
  .refine((pages) => Object.keys(pages).length <= limits.pages);
export type AgreedTo = z.output<typeof agreedTo>;
