import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import {
  errors,
  expectedVersion,
  idParams,
  json,
  listOf,
  newId,
  okJson,
  wholeQuery,
} from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { checkOffer, offerFields } from './offer-fields.ts';

const adminOffer = z
  .object({
    id: z.uuid(),
    ...offerFields,
    currency: z.string().nullable().describe('The currency of `amount_off`; null for a percentage'),
    redemptions: z.int(),
    held: z.int(),
    given: z.int(),
    link_path: z
      .string()
      .nullable()
      .describe(
        'Where `?code=` redeems it: the plans or, of an offer for a single playbook, its page; null if it is for several playbooks',
      ),
    has_ended: z.boolean().describe('Whether `ends_at` has passed'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi('AdminOffer', {
    description:
      "An offer as admins see it. `redemptions` are completed checkouts, `held` are open ones; `given` is the total reduction of first payments, in the currency's minor unit",
  });
export type AdminOffer = z.output<typeof adminOffer>;

const newOffer = z
  .strictObject({
    id: newId,
    ...offerFields,
    percent_off: offerFields.percent_off.default(null),
    amount_off: offerFields.amount_off.default(null),
    applies_to: offerFields.applies_to.default('everything'),
    tier_ids: offerFields.tier_ids.default([]),
    playbook_ids: offerFields.playbook_ids.default([]),
    duration: offerFields.duration.default('once'),
    duration_months: offerFields.duration_months.default(null),
    ends_at: offerFields.ends_at.default(null),
    max_redemptions: offerFields.max_redemptions.default(null),
    max_per_member: offerFields.max_per_member.default(1),
    is_active: offerFields.is_active.default(true),
  })
  .superRefine(checkOffer)
  .describe('Sent again with the same `id`, it changes the offer that it created');
export type NewOffer = z.output<typeof newOffer>;

const offerChange = z.strictObject({ ...offerFields, updated_at: expectedVersion }).partial();
export type OfferChange = z.output<typeof offerChange>;

const one = { path: '/admin/offers/{id}', access: 'admin' } as const;

export const adminListOffersRoute = defineRoute({
  method: 'get',
  path: '/admin/offers',
  summary: 'List all offers with how often they were redeemed, newest first',
  access: 'admin',
  request: { query: wholeQuery },
  responses: {
    200: json(listOf(adminOffer), 'All offers'),
    ...errors(401, 403),
  },
});
export const adminCreateOfferRoute = defineRoute({
  method: 'post',
  path: '/admin/offers',
  summary: 'Create an offer',
  access: 'admin',
  request: { body: { ...json(newOffer, 'The offer'), required: true } },
  responses: { 201: json(adminOffer, 'The new offer'), ...errors(401, 403, 409) },
});
export const adminGetOfferRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'Get an offer and how often it was redeemed',
  request: { params: idParams },
  responses: { 200: json(adminOffer, 'The offer'), ...errors(401, 403, 404) },
});
export const adminUpdateOfferRoute = defineRoute({
  ...one,
  method: 'patch',
  summary: 'Change an offer; members who redeemed it keep what they were shown',
  request: { params: idParams, body: { ...json(offerChange, 'What to change'), required: true } },
  responses: { 200: json(adminOffer, 'The offer'), ...errors(401, 403, 404, 409) },
});
export const adminDeleteOfferRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete an offer that nobody has used',
  request: { params: idParams },
  responses: { 200: okJson('Deleted'), ...errors(401, 403, 404, 409) },
});
