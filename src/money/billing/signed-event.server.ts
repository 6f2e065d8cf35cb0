import { Stripe } from 'stripe';
import { z } from 'zod';
import { AppError } from '#platform/errors.ts';
import type { BillingEvent, PaymentMode } from './payment-provider.ts';

type Signed = {
  body: Buffer;
  signature: string | undefined;
  secret: string | undefined;
  mode: PaymentMode;
  /** How old it may be, in seconds. */
  tolerance: number;
};

const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: z.int(),
  livemode: z.boolean().optional(),
  account: z.string().nullish(),
  data: z.object({ object: z.object({ id: z.string().max(255).optional(), charge: named.nullish() }) }),
});

/**
 * Checks Stripe's signature over the raw bytes, then reads no more of the event than what has changed: its state is asked
 * for. https://docs.stripe.com/webhooks/signature
 * @throws AppError 400 invalid_signature
 */
export async function readSignedEvent({
  body,
  signature,
  secret,
  mode,
  tolerance,
}: Signed): Promise<BillingEvent> {
  if (secret === undefined)
    throw new AppError('invalid_signature', 'No webhook secret is set on this site, so nothing is accepted.');
  try {
    Stripe.webhooks.constructEvent(body, signature ?? '', secret, tolerance);
    // The library looks back only: a moment that is still to come is as wrong as one long gone.
    const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(signature ?? '')?.[1]);
    if (!(signedAt - Date.now() / 1_000 <= tolerance)) throw new Error('The timestamp is in the future.');
  } catch (error) {
    throw new AppError('invalid_signature', 'The signature does not fit.', { cause: error });
  }
  const event = eventShape.safeParse(JSON.parse(body.toString('utf8')));
  if (!event.success) throw new AppError('validation_failed', 'This is no event.');
  const { id, type, created, livemode, account, data } = event.data;
  const isDispute = type.startsWith('charge.dispute.');
  return {
    id,
    type,
    objectId: (isDispute ? data.object.charge : data.object.id) ?? '',
    createdAt: new Date(created * 1_000),
    isForeign: Boolean(account) || (livemode !== undefined && livemode !== (mode === 'live')),
  };
}
