import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fixture } from './fixture.ts';
import type { Scenarios } from './scenarios.ts';

type Visit = {
  url: URL;
  body: string;
  request: IncomingMessage;
  response: ServerResponse;
  html(text: string): unknown;
  fixture: Fixture;
  scenarios: Scenarios;
};

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}`;
const button = (name: string, value: string) => `<button name="do" value="${value}">${name}</button>`;
const amount = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** The checkout page, where customers pay. */
export async function checkoutPage({ url, body, request, response, html, fixture, scenarios }: Visit) {
  const session = fixture.sessions.get(url.pathname.split('/')[2] ?? '');
  if (session?.status !== 'open') return html(page('This checkout is closed', ''));
  if (request.method === 'POST') {
    const choice = new URLSearchParams(body).get('do');
    const isPaying = choice === 'pay' || choice === 'authenticate';
    if (isPaying) await scenarios.pay(session.id, { card: choice === 'pay' ? 'ok' : 'authenticate' });
    const location = (isPaying ? session.success_url : session.cancel_url) ?? '/';
    return response.writeHead(303, { location }).end();
  }
  const later = fixture.prices.get(session.price ?? '')?.unit_amount ?? session.amount_total ?? 0;
  const total = `<p>Total ${amount(session.amount_total ?? 0)}, ${session.trialDays} days free, then ${amount(later)}</p>`;
  const buttons =
    button('Pay', 'pay') +
    button('Use a card that needs confirmation', 'authenticate') +
    button('Back', 'back');
  return html(page('Stripe stand-in', `${total}<form method="post">${buttons}</form>`));
}

/** The customer portal, where customers manage their cards. */
export async function portalPage({ url, body, request, response, html, fixture, scenarios }: Visit) {
  const customer = url.pathname.split('/')[2] ?? '';
  const back = url.searchParams.get('back') ?? '/';
  if (request.method === 'POST') {
    const subscription = [...fixture.subscriptions.values()].find((item) => item.customer === customer);
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

/** The hosted invoice, where customers pay open invoices and confirm payments for their bank. Doesn't redirect. */
export async function invoicePage({ url, body, request, response, html, fixture, scenarios }: Visit) {
  const invoice = fixture.invoices.get(url.pathname.split('/')[2] ?? '');
  if (!invoice) return html(page('This invoice does not exist', ''));
  const intent = scenarios.invoicing.intentOf(invoice);
  if (request.method === 'POST' && invoice.status === 'open') {
    const choice = new URLSearchParams(body).get('do');
    if (choice === 'pay') await scenarios.payInvoice(invoice.id);
    else if (intent?.status === 'requires_action') await scenarios.failAuthentication(invoice.id);
    return response.writeHead(303, { location: url.pathname }).end();
  }
  if (invoice.status !== 'open') return html(page(`Invoice ${invoice.status}`, ''));
  const isAsking = intent?.status === 'requires_action';
  const error = intent?.last_payment_error ? `<p>${intent.last_payment_error.message}</p>` : '';
  const buttons = isAsking
    ? button('Complete authentication', 'pay') + button('Fail authentication', 'fail')
    : button('Pay invoice', 'pay');
  const due = `<p>Due ${amount(invoice.amount_due)}</p>${error}`;
  return html(page('Invoice', `${due}<form method="post">${buttons}</form>`));
}
