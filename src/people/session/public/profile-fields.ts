import { z } from 'zod';
import { limits } from '#constants';

/** What members say about themselves and choose, for the contract and the form. */
export const profileFields = {
  display_name: z.string().trim().max(limits.displayName),
  bio: z.string().trim().max(limits.bio),
  email_notifications: z.boolean(),
  email_news: z.boolean(),
  weekly_digest: z.boolean(),
};
