import { z } from 'zod';
import { limits, roles } from '#constants';
import { line, timestamp, uuid } from '#platform/contract/contract-fields.ts';

/** What the team changes of an account, for the contract and the forms. */
export const suspensionFields = {
  /** Null: until it is lifted. */
  until: timestamp.nullable(),
  /** For the team alone. */
  note: line(limits.suspensionNote),
};
export const complimentaryPlanFields = {
  tier_id: uuid,
  /** Null: without an end. */
  until: timestamp.nullable(),
};
/** Confirms whose account is deleted. */
export const deletionFields = { email: z.string().max(320) };
export const roleField = z.enum(roles);
export const emailKinds = ['confirmation', 'reset'] as const;
