import { z } from 'zod';
import { storableText } from '../storable-text.ts';

/** Shared by the server and the form. */
export const passkeyName = z.object({
  friendly_name: storableText(z.string().trim().min(1).max(120)),
});
