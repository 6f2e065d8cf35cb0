import { Stripe } from 'stripe';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/** Waits for an object to be created; an existing one with the same id is fine. */
export async function unlessExists(creation: Promise<unknown>): Promise<void> {
  await creation.catch((error: unknown) => {
    if (!isStripeError(error) || error.code !== 'resource_already_exists') throw error;
  });
}

export const isStripeError = (error: unknown) => error instanceof Stripe.errors.StripeError;

/** The answer, or undefined if Stripe does not know the object. */
export async function findOrUndefined<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isStripeError(error) && (error.code === 'resource_missing' || error.statusCode === 404))
      return undefined;
    throw error;
  }
}

export const declined = (cause?: unknown) => new AppError('payment_declined', m.refused_card(), { cause });

/** Turns Stripe's errors into the site's. Stripe's own message goes to the log as `cause`, and isn't shown to the member. */
export async function withAppErrors<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!isStripeError(error)) throw error;
    if (error instanceof Stripe.errors.StripeCardError) throw declined(error);
    const message =
      error instanceof Stripe.errors.StripeConnectionError
        ? m.refused_provider_silent()
        : m.refused_provider_failed();
    throw new AppError('payments_unreachable', message, { cause: error });
  }
}
