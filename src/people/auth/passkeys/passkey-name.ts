import { z } from 'zod';

/** Shared by the server and the form. */
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
