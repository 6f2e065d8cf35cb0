import { z } from 'zod';
import { lastMomentOf } from '#platform/text/iso-time.ts';
import { numberInput } from '#ui/forms/input-schemas.ts';
import { giftCount, giftFields } from './gift-fields.ts';
import * as m from './words/messages.ts';

/** The form for new gift codes. */
export const giftForm = z
  .object({
    tier_id: z.uuid({ error: () => m.choose_a_plan() }),
    length: z.string(),
    unit: z.enum(['months', 'days']),
    count: numberInput(giftCount),
    note: giftFields.note,
    redeem_by: z.literal('').or(z.iso.date()),
  })
  .transform(({ length, unit, redeem_by, ...inputs }, context) => {
    const result = numberInput(giftFields[unit].unwrap()).safeParse(length);
    for (const { message } of result.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['length'], message });
    const value = result.data ?? null;
    return {
      ...inputs,
      months: unit === 'months' ? value : null,
      days: unit === 'days' ? value : null,
      redeem_by: redeem_by === '' ? null : lastMomentOf(redeem_by),
    };
  });

export const emptyGift: z.input<typeof giftForm> = {
  tier_id: '',
  length: '3',
  unit: 'months',
  count: '1',
  note: '',
  redeem_by: '',
};
