import { z } from 'zod';
import { limits, slugMaximumLength } from '#constants';

/** The pages that somebody has agreed to: the slug and the version of each. */
export const agreedTo = z
  .record(z.string().max(slugMaximumLength), z.int().min(1))
  .refine((pages) => Object.keys(pages).length <= limits.pages);
export type AgreedTo = z.output<typeof agreedTo>;
