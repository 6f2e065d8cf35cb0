import { billingIntervals } from '#constants';

/** An address of this site to go to: one slash and no host. Anything else is not followed. */
export function safePath(path: unknown): string | undefined {
  return typeof path === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : undefined;
}

/** What somebody wants who has to sign in first: a page, and possibly a plan before it. */
export type Destination = {
  from?: string | undefined;
  /** A plan's id. */
  plan?: string | undefined;
  interval?: (typeof billingIntervals)[number] | undefined;
  /** A code that makes the plan cheaper. Not named `code`: providers add a parameter of that name on the way back. */
  offer?: string | undefined;
};

/** Reads it from a page's address, else from what a guard has left in the history (`{ from }`). */
export function readDestination(query: URLSearchParams, state?: unknown): Destination {
  const left = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  const plan = query.get('plan') ?? undefined;
  return {
    from: safePath(query.get('from')) ?? safePath(left),
    ...(plan && /^[\da-f-]{36}$/i.test(plan)
      ? {
          plan,
          interval: billingIntervals.find((item) => item === query.get('interval')) ?? 'month',
          offer: query.get('offer') || undefined,
        }
      : {}),
  };
}

/** An address that carries it on. */
export function withDestination(path: string, destination: Destination): string {
  const { plan, interval, offer, from } = destination;
  const values = Object.entries({ plan, interval, offer, from }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return values.length > 0 ? `${path}?${new URLSearchParams(values)}` : path;
}

/** Where to go once somebody is signed in: to the checkout of the plan they want, to their page, or elsewhere. */
export const destinationPath = (destination: Destination, otherwise: string): string =>
  destination.plan ? withDestination('/subscribe', destination) : (destination.from ?? otherwise);
