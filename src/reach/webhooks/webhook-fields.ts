import { z } from 'zod';
import { limits, webhookEvents } from '#constants';
import { addressProblem } from '#platform/contract/address-problem.ts';
import { line } from '#platform/contract/contract-fields.ts';
import { isWebAddress } from '#platform/text/web-address.ts';
import * as m from './words/messages.ts';

/** Whether the site may connect to the host is checked when the webhook is saved. */
export const webhookUrl = line(limits.webhookAddress).refine(isWebAddress, {
  error: ({ input }) => addressProblem(input) ?? m.enter_an_address(),
});
export const webhookNote = line(limits.webhookNote);
export const chosenEvents = z
  .array(z.enum(webhookEvents))
  .min(1, { error: () => m.choose_at_least_one() })
  .max(webhookEvents.length);
