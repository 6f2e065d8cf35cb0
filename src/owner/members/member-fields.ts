import { z } from 'zod';
import { limits, roles } from '#constants';
import { line, timestamp, uuid } from '#platform/contract/contract-fields.ts';

/** The fields of an account that the team edits, for the contract and the forms. */
export const suspensionFields = {
  /** Null for a suspension without an end date. */
  until: timestamp.nullable(),
  /** Only the team sees it. */
  note: line(limits.suspensionNote),
};
export const complimentaryPlanFields = {
  tier_id: uuid,
  /** Null for no end date. */
  until: timestamp.nullable(),
};
/** Must match the account to be deleted. */
export const deletionFields = { email: z.string().max(320) };
export const roleField = z.enum(roles);
export const emailKinds = ['confirmation', 'reset'] as const;
