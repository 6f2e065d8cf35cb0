import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { endServer } from '../harness/end-server.ts';
import { createFixture, newId, type StandInEvent, seconds } from './fixture.ts';
import { type ApiKey, apiKeys, authorize } from './keys.ts';
import { checkoutPage, invoicePage, portalPage } from './pages.ts';
import { StripeRefusal } from './refusal.ts';
import { answerApi } from './rest.ts';
import { createScenarios } from './scenarios.ts';

export { liveSecretKey, secretKey } from './keys.ts';
export const webhookSecret = 'whsec_standin';

/** Stripe's signature header for a body. */
export function sign(body: string, { secret = webhookSecret, at = seconds() } = {}) {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/**
 * A server with the part of Stripe's REST API that the site uses, and a checkout page and customer portal for browsers. It sends signed
 * events to `deliverTo` once that is set.
 */
export async function startStripeStandIn() {
  const fixture = createFixture();
  const events: StandInEvent[] = [];
  const requests: string[] = [];
  const keys = apiKeys();
  const answered = new Map<string, { status: number; text: string; request: string }>();
  const hooks: { pattern: RegExp; action: () => Promise<unknown> }[] = [];
  let deliverTo: string | undefined;
  let isDropping = false;
  let isDown = false;
  let isHanging = false;
  const broken = new Set<string>();

  async function post(event: StandInEvent) {
    if (!deliverTo) throw new Error('deliverTo is not set');
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': sign(body) };
    return fetch(deliverTo, { method: 'POST', body, headers });
  }

  /** Sends an event again while the site is overloaded, as Stripe does. */
  async function deliver(event: StandInEvent) {
    for (let attempts = 1; ; attempts += 1) {
      const answer = await post(event);
      if (answer.status !== 503 || attempts === 5) return answer;
    }
  }

  let origin = '';
  const scenarios = createScenarios(
    fixture,
    async (type, object) => {
      const event: StandInEvent = {
        id: newId('evt'),
        object: 'event',
        type,
        created: fixture.now(),
        livemode: object.livemode,
        api_version: Stripe.API_VERSION,
        data: { object: structuredClone(object) },
      };
      events.push(event);
      if (deliverTo && !isDropping) await deliver(event);
    },
    () => origin,
  );

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const json = (status: number, value: unknown) => {
      const text = JSON.stringify(value);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      return text;
    };
    const html = (text: string) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
    if (url.pathname === '/favicon.ico') return response.writeHead(204).end();
    if (url.pathname.startsWith('/pay/'))
      return checkoutPage({ url, body, request, response, html, fixture, scenarios });
    if (url.pathname.startsWith('/portal/'))
      return portalPage({ url, body, request, response, html, fixture, scenarios });

    if (url.pathname.startsWith('/invoice/'))
      return invoicePage({ url, body, request, response, html, fixture, scenarios });

    const method = request.method ?? 'GET';
    requests.push(`${method} ${url.pathname}`);
    if (isHanging) return;
    if (broken.has(url.pathname.split('/').at(-1) ?? ''))
      return json(500, { error: { type: 'api_error', message: 'The stand-in fails for this object' } });
    if (isDown) return json(503, { error: { type: 'api_error', message: 'The stand-in is down' } });
    const refuse = ({ status, type, code, message, param }: StripeRefusal) =>
      json(status, { error: { type, code, message, param } });
    const header = request.headers['idempotency-key'];
    const key = method === 'POST' && typeof header === 'string' ? header : undefined;
    try {
      const { isLive, account = 'acct_standin' } = authorize(
        keys,
        request.headers.authorization,
        method,
        url.pathname,
      );
      const sent = createHash('sha256').update(`${isLive} ${url.pathname} ${body}`).digest('hex');
      const remembered = key === undefined ? undefined : answered.get(key);
      if (key !== undefined && remembered && remembered.request !== sent) throw keyReused(key);
      if (remembered)
        return response
          .writeHead(remembered.status, { 'content-type': 'application/json', 'idempotent-replayed': 'true' })
          .end(remembered.text);
      const remember = (status: number, text: string) =>
        key === undefined ? undefined : answered.set(key, { status, text, request: sent });
      try {
        const text = JSON.stringify(
          await answerApi({ method, url, body, origin, isLive, account, fixture, scenarios }),
        );
        remember(200, text);
        const hook = hooks.findIndex(({ pattern }) => pattern.test(`${method} ${url.pathname}`));
        if (hook >= 0) await hooks.splice(hook, 1)[0]?.action();
        response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      } catch (error) {
        // Refused parameters don't use up the idempotency key; a declined payment does.
        if (error instanceof StripeRefusal && error.status === 402) remember(402, refuse(error));
        else throw error;
      }
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      refuse(error);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.stack));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    fixture,
    scenarios,
    /** Every event so far, delivered or not. */
    events,
    /** Every API call so far. */
    requests,
    /** Adds or changes an API key of the account. */
    setKey(secret: string, key: ApiKey) {
      keys.set(secret, key);
    },
    /** Runs an action once, when the next matching call (such as `GET /v1/charges/`) has been processed, before its answer is sent. */
    beforeAnswer(pattern: RegExp, action: () => Promise<unknown>) {
      hooks.push({ pattern, action });
    },
    /** Sends an event, even if it was sent before. */
    post,
    deliver,
    deliverTo(address: string | undefined) {
      deliverTo = address;
    },
    /** Records events without delivering them. */
    drop(value: boolean) {
      isDropping = value;
    },
    /** The API accepts calls, but never answers. */
    hang(value: boolean) {
      isHanging = value;
    },
    /** The API answers 500 for this object. */
    breakObject(id: string) {
      broken.add(id);
    },
    /** The API answers 503. */
    down(value: boolean) {
      isDown = value;
    },
    stop: () => endServer(server),
  };
}

const keyReused = (key: string) =>
  new StripeRefusal(
    400,
    undefined,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );
