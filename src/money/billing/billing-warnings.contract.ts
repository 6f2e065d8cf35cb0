import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { billingIntervals } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';

/** Problems that need the owner's attention. Amounts are in the currency's minor unit. */
const billingWarnings = z
  .object({
    /** Members with several current subscriptions, who are charged for each. */
    duplicates: z.array(
      z.object({
        email: z.string(),
        subscriptions: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            amount: z.int(),
            currency: z.string(),
            interval: z.enum(billingIntervals),
          }),
        ),
      }),
    ),
    /** How many subscriptions the provider no longer knows. */
    missing: z.int(),
    /** How many events have failed repeatedly. */
    failing_events: z.int(),
  })
  .openapi('BillingWarnings');
export type BillingWarnings = z.output<typeof billingWarnings>;

export const adminBillingWarningsRoute = defineRoute({
  method: 'get',
  path: '/admin/billing-warnings',
  summary: 'List payment problems',
  access: 'admin',
  responses: { 200: json(billingWarnings, 'The warnings'), ...errors(401, 403) },
});
