import { z } from 'zod';
import { limits } from '#constants';
import { nameLine, storable } from '#platform/contract/contract-fields.ts';

/** What members enter and choose in their profile, for the contract and the form. */
export const profileFields = {
  display_name: nameLine(limits.displayName),
  bio: storable(z.string().trim().max(limits.bio)),
  email_notifications: z.boolean(),
  email_news: z.boolean(),
  weekly_digest: z.boolean(),
  email_replies: z.boolean(),
};
