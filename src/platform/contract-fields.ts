import { z } from 'zod';
import { limits, listLimitDefault, listLimitMaximum } from '#constants';

/** UTC ISO 8601. */
export const timestamp = z.iso.datetime();

/** Text that can be stored: no NUL, whole characters. */
export const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'has characters that cannot be stored');
export const line = (most: number) => text(most).trim();
export const nameList = (most: number, each: number) => z.array(line(each).min(1)).max(most);
/** Where a picture lies: on this site or at an https address. Empty and null: none. */
export const imageAddress = z
  .string()
  .max(2_000)
  .regex(/^(\/media\/[\w./-]+|https?:\/\/\S+)?$/, 'is not the address of an image')
  .transform((value) => value || null)
  .nullable();

/** The query of an admin's table; `q` looks in titles. */
export const adminListQuery = z.object({
  q: z.string().max(limits.searchText).optional(),
  limit: z.coerce.number().int().min(1).max(listLimitMaximum).default(listLimitDefault),
  cursor: z.string().max(500).optional(),
});
export type AdminListQuery = z.output<typeof adminListQuery>;
