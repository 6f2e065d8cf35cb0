import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFixture, newId, type StandInEvent, seconds } from './fixture.ts';
import { checkoutPage, portalPage } from './pages.ts';
import { answerApi, StripeRefusal } from './rest.ts';
import { createScenarios } from './scenarios.ts';

export const secretKey = 'sk_test_standin';
export const webhookSecret = 'whsec_standin';

/** Stripe's signature header over a body. */
export function sign(body: string, { secret = webhookSecret, at = seconds() } = {}) {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/**
 * A server with the part of Stripe's REST API that the site uses, a checkout page and a customer portal for browsers. It sends
 * signed events to `deliverTo` once that is set.
 */
export async function startStripeStandIn() {
  const fixture = createFixture();
  const events: StandInEvent[] = [];
  const requests: string[] = [];
  const answered = new Map<string, { status: number; text: string }>();
  let deliverTo: string | undefined;
  let isDropping = false;
  let isDown = false;

  async function post(event: StandInEvent) {
    if (!deliverTo) throw new Error('deliverTo is not set');
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': sign(body) };
    return fetch(deliverTo, { method: 'POST', body, headers });
  }

  const scenarios = createScenarios(fixture, async (type, object) => {
    const event: StandInEvent = {
      id: newId('evt'),
      object: 'event',
      type,
      created: seconds(),
      livemode: false,
      api_version: 'standin',
      data: { object: structuredClone(object) },
    };
    events.push(event);
    if (deliverTo && !isDropping) await post(event);
  });

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

    requests.push(`${request.method} ${url.pathname}`);
    if (isDown) return json(503, { error: { type: 'api_error', message: 'The stand-in is down' } });
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return json(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    const key = request.headers['idempotency-key'];
    const remembered = typeof key === 'string' ? answered.get(key) : undefined;
    if (remembered)
      return response
        .writeHead(remembered.status, { 'content-type': 'application/json', 'idempotent-replayed': 'true' })
        .end(remembered.text);
    try {
      const origin = `http://${request.headers.host}`;
      const value = await answerApi({
        method: request.method ?? 'GET',
        url,
        body,
        origin,
        fixture,
        scenarios,
      });
      const text = json(200, value);
      if (typeof key === 'string') answered.set(key, { status: 200, text });
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      json(error.status, { error: { type: error.type, code: error.code, message: error.message } });
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.stack));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    fixture,
    scenarios,
    /** Every event so far, delivered or not. */
    events,
    /** Every API call so far. */
    requests,
    /** Sends an event, even if it was sent before. */
    post,
    deliverTo(address: string | undefined) {
      deliverTo = address;
    },
    /** Records events without delivering them. */
    drop(value: boolean) {
      isDropping = value;
    },
    /** The API answers 503. */
    down(value: boolean) {
      isDown = value;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
