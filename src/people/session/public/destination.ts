import { billingIntervals } from '#constants';

/** Returns a path on this site unchanged (starting with one slash, without a host); undefined for anything else. */
export function safePath(path: unknown): string | undefined {
  return typeof path === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : undefined;
}

/** Where somebody goes after signing in: a page, and possibly a plan's checkout before it. */
export type Destination = {
  from?: string | undefined;
  /** A plan's id. */
  plan?: string | undefined;
  interval?: (typeof billingIntervals)[number] | undefined;
  /** A discount code for the plan. Not named `code`, because providers add a parameter with that name on the way back. */
  offer?: string | undefined;
};

/** Reads a destination from a page's URL, else from the `{ from }` that a guard stored in the history. */
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

/** Adds the destination to a path. */
export function withDestination(path: string, destination: Destination): string {
  const { plan, interval, offer, from } = destination;
  const values = Object.entries({ plan, interval, offer, from }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return values.length > 0 ? `${path}?${new URLSearchParams(values)}` : path;
}

/** Where to go after signing in: to the chosen plan's checkout, to the stored page, or else `otherwise`. */
export const destinationPath = (destination: Destination, otherwise: string): string =>
  destination.plan ? withDestination('/subscribe', destination) : (destination.from ?? otherwise);
