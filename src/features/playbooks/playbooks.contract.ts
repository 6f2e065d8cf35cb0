import { createRoute, z } from '@hono/zod-openapi';
import { cardFields, listOf, listQuery } from '#features/catalogue/catalogue.contract.ts';
import { errors, json } from '#platform/contract.ts';

export const playbookListQuery = listQuery;
export type PlaybookListQuery = z.output<typeof playbookListQuery>;

/** A playbook in a list: no step and no text of one. `price` is in cents. */
export const playbookCard = z
  .object({
    ...cardFields,
    image_url: z.string().nullable(),
    is_purchasable: z.boolean(),
    price: z.int(),
    step_count: z.int(),
    can: z.object({ read: z.boolean() }),
  })
  .openapi('PlaybookCard');
export type PlaybookCard = z.output<typeof playbookCard>;

export const playbookList = listOf(playbookCard).openapi('PlaybookList');
export type PlaybookList = z.output<typeof playbookList>;

export const listPlaybooksRoute = createRoute({
  method: 'get',
  path: '/playbooks',
  summary: 'Published playbooks',
  request: { query: playbookListQuery },
  responses: { 200: json(playbookList, 'A page of playbooks'), ...errors() },
});
