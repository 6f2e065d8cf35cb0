import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { billingIntervals } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';

const billingWarnings = z
  .object({
    duplicates: z
      .array(
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
      )
      .describe('Members with several current subscriptions, who are charged for each'),
    missing: z.int().describe('How many subscriptions the provider no longer knows'),
    failing_events: z.int().describe('How many events have failed repeatedly'),
  })
  .openapi('BillingWarnings', {
    description: "Problems that need the owner's attention. Amounts are in the currency's minor unit",
  });
export type BillingWarnings = z.output<typeof billingWarnings>;

export const adminBillingWarningsRoute = defineRoute({
  method: 'get',
  path: '/admin/billing-warnings',
  summary: 'List payment problems',
  access: 'admin',
  responses: { 200: json(billingWarnings, 'The warnings'), ...errors(401, 403) },
});
