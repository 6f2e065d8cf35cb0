import { z } from 'zod';

/** What the server and the form take. */
export const passkeyName = z.object({
  friendly_name: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'contains characters that cannot be stored',
    ),
});
