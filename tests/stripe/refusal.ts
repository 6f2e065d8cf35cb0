/** An error of Stripe's API. https://docs.stripe.com/error-codes */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly type: string;
  readonly param: string | undefined;
  constructor(
    status: number,
    code: string | undefined,
    message: string,
    { type = 'invalid_request_error', param }: { type?: string; param?: string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.type = type;
    this.param = param;
  }
}

/** A request that Stripe refuses because of one of its parameters. */
export const invalid = (message: string, param?: string, code?: string) =>
  new StripeRefusal(400, code, message, { param });

export const declined = (code: string, message: string) =>
  new StripeRefusal(402, code, message, { type: 'card_error' });

/** The object of `map` with this id in the key's mode. @throws StripeRefusal resource_missing */
export function find<Value extends { livemode: boolean }>(
  map: Map<string, Value>,
  id: string | undefined,
  what: string,
  isLive: boolean,
  param = 'id',
): Value {
  const value = map.get(id ?? '');
  const status = param === 'id' ? 404 : 400;
  const message = `No such ${what}: '${id}'`;
  if (!value) throw new StripeRefusal(status, 'resource_missing', message, { param });
  if (value.livemode === isLive) return value;
  const [there, here] = isLive ? ['test', 'live'] : ['live', 'test'];
  const hint = `a similar object exists in ${there} mode, but a ${here} mode key was used to make this request.`;
  throw new StripeRefusal(status, 'resource_missing', `${message}; ${hint}`, { param });
}
