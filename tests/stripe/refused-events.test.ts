import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { webhookSecret } from './stand-in.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const set = (body: object) =>
  shop.site.api('PUT', '/api/v1/admin/settings', { token: shop.admin.token, body });
const read = async () =>
  (await shop.site.api('GET', '/api/v1/admin/settings', { token: shop.admin.token })).body;

describe('an event with a wrong signature', () => {
  const refusedAt = async () => (await read()).payments.refused_event_at;
  const send = (body: string, secret: string) =>
    shop.site.api('POST', '/functions/v1/stripe-webhook', {
      body,
      headers: { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret }) },
    });
  const event = (id: string) =>
    JSON.stringify({ id, type: 'ping', created: 1, livemode: false, data: { object: {} } });

  test('is shown to the owner until one with the right signature arrives', async () => {
    await set({ stripe_webhook_secret: webhookSecret });
    expect(await refusedAt()).toBeNull();
    // Without any signature, it is not from the provider.
    await shop.site.api('POST', '/functions/v1/stripe-webhook', { body: event('evt_1') });
    expect(await refusedAt()).toBeNull();
    expect((await send(event('evt_2'), 'whsec_wrong')).status).toBe(400);
    expect(Date.now() - Date.parse(await refusedAt())).toBeLessThan(60_000);
    expect((await send(event('evt_3'), webhookSecret)).status).toBe(200);
    expect(await refusedAt()).toBeNull();
  });

  test('is shown again only once the webhook secret has been saved again: until then, a stranger sent it', async () => {
    await send(event('evt_4'), 'whsec_wrong');
    expect(await refusedAt()).toBeNull();
    await set({ stripe_webhook_secret: webhookSecret });
    expect(await refusedAt()).toBeNull();
    await send(event('evt_5'), 'whsec_wrong');
    expect(await refusedAt()).not.toBeNull();
    // Without a secret, every signature is wrong.
    await set({ stripe_webhook_secret: null });
    expect(await refusedAt()).toBeNull();
    await set({ stripe_webhook_secret: webhookSecret });
  });
});
