import { z } from '@hono/zod-openapi';
import { timestamp } from '#platform/contract/contract-fields.ts';

export const redeemedGifts = z
  .array(
    z.object({
      id: z.uuid(),
      plan: z.string(),
      months: z.int().nullable(),
      days: z.int().nullable(),
      ends_at: timestamp.nullable(),
    }),
  )
  .describe(
    "The redeemed gifts that haven't ended; one without an end waits until the current plan has ended. One that was paused has the days that are left of it",
  );
