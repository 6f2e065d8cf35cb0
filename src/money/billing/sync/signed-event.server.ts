import { Stripe } from 'stripe';
import { z } from 'zod';
import { AppError } from '#platform/errors.ts';
import type { BillingEvent, PaymentMode } from '../payment-provider.ts';
import { isAboutCharge } from '../stripe-events.ts';

type SignedBody = {
  body: Buffer;
  signature: string | undefined;
  secret: string | undefined;
  mode: PaymentMode;
  /** Maximum age in seconds. */
  tolerance: number;
};

const objectId = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: z.int(),
  livemode: z.boolean().optional(),
  account: z.string().nullish(),
  data: z.object({ object: z.object({ id: z.string().max(255).optional(), charge: objectId.nullish() }) }),
});

/**
 * Checks Stripe's signature of the raw bytes, then only reads from the event which object changed, because its state is read from the API.
 * https://docs.stripe.com/webhooks/signature
 * @throws AppError 400 invalid_signature
 */
export async function readSignedEvent({
  body,
  signature,
  secret,
  mode,
  tolerance,
}: SignedBody): Promise<BillingEvent> {
  if (secret === undefined)
    throw new AppError('invalid_signature', 'This site has no webhook secret, so it accepts no events.');
  try {
    Stripe.webhooks.constructEvent(body, signature ?? '', secret, tolerance);
    // The library only rejects old timestamps; those in the future are just as wrong.
    const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(signature ?? '')?.[1]);
    if (!(signedAt - Date.now() / 1_000 <= tolerance)) throw new Error('The timestamp is in the future.');
  } catch (error) {
    throw new AppError('invalid_signature', 'The signature is invalid.', { cause: error });
  }
  const event = eventShape.safeParse(JSON.parse(body.toString('utf8')));
  if (!event.success) throw new AppError('validation_failed', 'This is not an event.');
  const { id, type, created, livemode, account, data } = event.data;
  return {
    id,
    type,
    objectId: (isAboutCharge(type) ? data.object.charge : data.object.id) ?? '',
    createdAt: new Date(created * 1_000),
    isForeign: Boolean(account) || (livemode !== undefined && livemode !== (mode === 'live')),
  };
}
