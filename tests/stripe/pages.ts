import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fixture } from './fixture.ts';
import type { createScenarios } from './scenarios.ts';

type Visit = {
  url: URL;
  body: string;
  request: IncomingMessage;
  response: ServerResponse;
  html(text: string): unknown;
  fixture: Fixture;
  scenarios: ReturnType<typeof createScenarios>;
};

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}`;
const button = (name: string, value: string) => `<button name="do" value="${value}">${name}</button>`;

/** Where customers pay. */
export async function checkoutPage({ url, body, request, response, html, fixture, scenarios }: Visit) {
  const session = fixture.sessions.get(url.pathname.split('/')[2] ?? '');
  if (session?.status !== 'open') return html(page('This checkout is closed', ''));
  if (request.method === 'POST') {
    const isPaying = new URLSearchParams(body).get('do') === 'pay';
    if (isPaying) await scenarios.pay(session.id);
    const location = (isPaying ? session.success_url : session.cancel_url) ?? '/';
    return response.writeHead(303, { location }).end();
  }
  const total = `<p>Total ${((session.amount_total ?? 0) / 100).toFixed(2)}, trial days ${session.trialDays}</p>`;
  return html(
    page(
      'Stripe stand-in',
      `${total}<form method="post">${button('Pay', 'pay')}${button('Back', 'back')}</form>`,
    ),
  );
}

/** Where customers manage their cards. */
export async function portalPage({ url, body, request, response, html, fixture, scenarios }: Visit) {
  const customer = url.pathname.split('/')[2] ?? '';
  const back = url.searchParams.get('back') ?? '/';
  if (request.method === 'POST') {
    const subscription = [...fixture.subscriptions.values()].find((each) => each.customer === customer);
    if (subscription && new URLSearchParams(body).get('do') === 'card')
      await scenarios.settle(subscription.id);
    return response.writeHead(303, { location: back }).end();
  }
  return html(
    page(
      'Customer portal',
      `<form method="post">${button('Update card', 'card')}${button('Return', 'back')}</form>`,
    ),
  );
}
