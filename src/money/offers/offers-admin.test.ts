import type { Insertable } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { DB } from '#platform/database/database.types.ts';
import { buildMember, buildOffer, buildPlaybook } from '#tests/harness/build.ts';
import {
  admin,
  conclude,
  type Member,
  pro,
  site,
  start,
  studio,
  withPlansSite,
} from '#tests/harness/plans-site.ts';

withPlansSite();

const quote = (body: object, member?: Member) =>
  site.api('POST', '/api/v1/offers/quote', { body, ...(member ? { token: member.token } : {}) });
const subscribe = (member: Member, code: string) => start(member, { type: 'subscription', tierId: 1, code });
const refusal = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error];
const listed = async (id: string) =>
  (await admin('GET', '/offers')).body.items.find((offer: { id: string }) => offer.id === id);
/** A stored checkout with an offer. */
async function redeemed(
  offer: { id: string },
  values: Partial<Insertable<DB['checkouts']>> = {},
  db: Pick<typeof site.db, 'insertInto'> = site.db,
) {
  const { id: user_id } = await buildMember(site);
  await db
    .insertInto('checkouts')
    .values({
      mode: 'sandbox',
      user_id,
      kind: 'subscription',
      interval: 'month',
      tier_id: pro.id,
      amount: 1_200,
      offer_id: offer.id,
      discount: 300,
      status: 'complete',
      expires_at: '2999-01-01T00:00:00Z',
      ...values,
    })
    .execute();
}

describe('the list of offers', () => {
  test('is the newest first', async () => {
    const years = [2021, 2023, 2022];
    const made = await Promise.all(
      years.map((year) => buildOffer(site, { created_at: `${year}-01-01T00:00:00Z` })),
    );
    const { items, total } = (await admin('GET', '/offers')).body;
    const ids = items
      .map(({ id }: { id: string }) => id)
      .filter((id: string) => made.some((offer) => offer.id === id));
    expect(ids).toEqual([made[1]?.id, made[2]?.id, made[0]?.id]);
    expect(total).toBe(items.length);
  });

  test('counts redemptions with the current payment keys, open checkouts, and the total reduction', async () => {
    const [offer, other] = [await buildOffer(site), await buildOffer(site)];
    await redeemed(offer);
    await redeemed(offer, { discount: 450 });
    await redeemed(offer, { status: 'open', discount: 7 });
    await redeemed(offer, { status: 'processing', discount: 7 });
    await redeemed(offer, { status: 'expired', discount: 7 });
    await redeemed(offer, { mode: 'test', discount: 7 });
    await redeemed(other, { discount: 11 });
    expect(await listed(offer.id)).toMatchObject({ redemptions: 2, held: 2, given: 750 });
    expect(await listed(other.id)).toMatchObject({ redemptions: 1, held: 0, given: 11 });
    const none = await buildOffer(site);
    expect(await listed(none.id)).toMatchObject({ redemptions: 0, held: 0, given: 0 });
  });
});

describe('an offer', () => {
  test('that is sent again after a lost answer exists once, as sent last', async () => {
    const id = crypto.randomUUID();
    const code = 'LOST-ANSWER';
    expect((await admin('POST', '/offers', { id, code, percent_off: 10 })).status).toBe(201);
    const again = await admin('POST', '/offers', { id, code, percent_off: 15 });
    expect([again.status, again.body]).toMatchObject([201, { id, code, percent_off: 15 }]);
    const { items } = (await admin('GET', '/offers')).body;
    expect(items.filter((offer: { code: string }) => offer.code === code)).toHaveLength(1);
  });

  test('is changed completely or not at all', async () => {
    const [offer, other] = [await buildOffer(site), await buildOffer(site)];
    for (const [change, words] of [
      [{ code: other.code.toLowerCase(), percent_off: 50 }, 'code: Another offer already uses this code.'],
      [{ percent_off: null, max_redemptions: 5 }, 'percent_off: Enter a percentage or an amount'],
      [{ duration: 'repeating' }, 'duration_months: Enter a number of months'],
      [{ applies_to: 'chosen', tier_ids: [] }, 'applies_to: Choose at least one plan or playbook'],
    ] as const)
      expect(refusal(await admin('PATCH', `/offers/${offer.id}`, change))).toEqual([422, words]);
    expect(await listed(offer.id)).toMatchObject({
      code: offer.code,
      percent_off: 25,
      max_redemptions: null,
    });
    expect((await admin('PATCH', `/offers/${crypto.randomUUID()}`, { is_active: false })).status).toBe(404);
  });

  test('must end on a future day, and stays editable after that', async () => {
    const [past, other] = ['2026-01-01T23:59:59.999Z', '2026-01-02T23:59:59.999Z'];
    const isOver = [422, 'ends_at: This date is in the past'];
    const made = { code: 'TOO-LATE', percent_off: 10 };
    expect(refusal(await admin('POST', '/offers', { ...made, ends_at: past }))).toEqual(isOver);
    const { id } = await buildOffer(site, { ends_at: past });
    const change = (body: object) => admin('PATCH', `/offers/${id}`, body);
    expect(refusal(await change({ ends_at: other, percent_off: 50 }))).toEqual(isOver);
    expect((await change({ ends_at: past, percent_off: 50 })).body.percent_off).toBe(50);
    expect((await change({ is_active: false })).body).toMatchObject({ is_active: false, has_ended: true });
    expect((await change({ ends_at: null })).body).toMatchObject({ ends_at: null, has_ended: false });
  });

  test('takes an amount off in the currency in which it was entered, and in no other', async () => {
    const offer = await buildOffer(site, { amount_off: 500, currency: 'eur' });
    expect(refusal(await quote({ code: offer.code }))).toEqual([409, "This code isn't active right now."]);
    const path = `/offers/${offer.id}`;
    expect((await admin('PATCH', path, { max_redemptions: 9 })).body.currency).toBe('eur');
    expect((await admin('PATCH', path, { amount_off: 400 })).body.currency).toBe('usd');
    expect((await quote({ code: offer.code })).body).toMatchObject({ amount_off: 400, currency: 'usd' });
    expect((await admin('PATCH', path, { amount_off: null, percent_off: 5 })).body).toMatchObject({
      currency: null,
      amount_off: null,
      percent_off: 5,
    });
  });

  test("that someone has only started to redeem can't be deleted either", async () => {
    const offer = await buildOffer(site);
    await redeemed(offer, { status: 'expired' });
    expect(refusal(await admin('DELETE', `/offers/${offer.id}`))).toEqual([
      ...[409, 'Members have used this offer, so its record stays. Pause it instead.'],
    ]);
    expect(await listed(offer.id)).toBeDefined();
  });

  test("that someone starts to redeem at the same moment can't be deleted either", async () => {
    const offer = await buildOffer(site);
    const removal = await site.db.transaction().execute(async (db) => {
      await redeemed(offer, {}, db);
      const asked = admin('DELETE', `/offers/${offer.id}`);
      await expect
        .poll(async () => {
          const { rows } = await site.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows.length;
        })
        .toBe(1);
      return { asked };
    });
    expect((await removal.asked).status).toBe(409);
    expect(await listed(offer.id)).toBeDefined();
  });

  test("that is changed doesn't change the price in an open checkout", async () => {
    const offer = await buildOffer(site, { percent_off: 50 });
    const member = await buildMember(site);
    const { body } = await subscribe(member, offer.code);
    await admin('PATCH', `/offers/${offer.id}`, { percent_off: 5, is_active: false });
    expect((await conclude(member, body.url)).status).toBe(200);
    expect(await listed(offer.id)).toMatchObject({ redemptions: 1, given: 600 });
  });
});

describe('the limit of a code', () => {
  const usedUp = [409, 'This code has been used up.'];
  const alreadyUsed = [409, 'You already used this code.'];

  test("doesn't count redemptions with other payment keys, nor released ones", async () => {
    const offer = await buildOffer(site, { max_redemptions: 1 });
    await redeemed(offer, { mode: 'test' });
    await redeemed(offer, { status: 'expired' });
    // A checkout that never opened holds nothing once it has expired.
    await redeemed(offer, { status: 'open', expires_at: '2026-01-01T00:00:00Z' });
    expect((await quote({ code: offer.code })).status).toBe(200);
    // A checkout that did open counts as open until the provider says otherwise.
    const session_id = `cs_${crypto.randomUUID()}`;
    await redeemed(offer, { status: 'open', expires_at: '2026-01-01T00:00:00Z', session_id });
    expect(refusal(await quote({ code: offer.code }))).toEqual(usedUp);
  });

  test.each(['open', 'processing', 'complete'] as const)('counts a checkout that is %s', async (status) => {
    const offer = await buildOffer(site, { max_redemptions: 2 });
    await redeemed(offer);
    expect((await quote({ code: offer.code })).status).toBe(200);
    await redeemed(offer, { status });
    expect(refusal(await quote({ code: offer.code }))).toEqual(usedUp);
    expect(refusal(await subscribe(await buildMember(site), offer.code))).toEqual(usedUp);
  });

  test('also applies to each member separately', async () => {
    const offer = await buildOffer(site, { max_per_member: 2 });
    const member = await buildMember(site);
    await redeemed(offer);
    await redeemed(offer);
    await redeemed(offer, { user_id: member.id });
    expect((await quote({ code: offer.code }, member)).status).toBe(200);
    await redeemed(offer, { user_id: member.id });
    expect(refusal(await quote({ code: offer.code }, member))).toEqual(alreadyUsed);
    expect((await quote({ code: offer.code }, await buildMember(site))).status).toBe(200);
    // Visitors can't be recognized.
    expect((await quote({ code: offer.code })).status).toBe(200);
  });

  test("doesn't exist unless the owner sets one", async () => {
    const offer = await buildOffer(site, { max_per_member: null });
    const member = await buildMember(site);
    for (let time = 0; time < 3; time += 1) await redeemed(offer, { user_id: member.id });
    expect((await subscribe(member, offer.code)).status).toBe(200);
  });

  test('counts an open checkout for another playbook, but not the one being replaced', async () => {
    const offer = await buildOffer(site, { max_per_member: 1 });
    const [one, other] = await Promise.all(
      [1, 2].map(() => buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 1_900 })),
    );
    const member = await buildMember(site);
    const buy = (id?: string) => start(member, { type: 'playbook', playbookId: id, code: offer.code });
    expect((await buy(one?.id)).status).toBe(200);
    expect((await quote({ code: offer.code, playbook: one?.id }, member)).status).toBe(200);
    expect(refusal(await quote({ code: offer.code, playbook: other?.id }, member))).toEqual(alreadyUsed);
    expect(refusal(await buy(other?.id))).toEqual(alreadyUsed);
    expect(refusal(await quote({ code: offer.code }, member))).toEqual(alreadyUsed);
  });
});

describe('the price with a code', () => {
  test('of a playbook is only shown to members who can see it', async () => {
    const { code } = await buildOffer(site);
    const values = { tier_access: 2, is_purchasable: true, price: 1_900 };
    const [shown, draft] = [
      await buildPlaybook(site, values),
      await buildPlaybook(site, { ...values, status: 'draft' }),
    ];
    const member = await buildMember(site);
    expect((await quote({ code, playbook: shown.id })).status).toBe(401);
    expect((await quote({ code, playbook: draft.id }, member)).status).toBe(404);
    expect((await quote({ code, playbook: crypto.randomUUID() }, member)).status).toBe(404);
  });

  test("leaves out plans that it can't be used for, and has no playbook besides plans", async () => {
    // A month of Pro would cost 20 cents, which is too little to charge.
    const { code } = await buildOffer(site, { amount_off: 1_180 });
    const { body } = await quote({ code });
    const shown = body.plans.map(({ tier_id, interval, due }: Record<string, unknown>) => [
      tier_id,
      interval,
      due,
    ]);
    expect(shown.sort()).toEqual(
      [
        [pro.id, 'year', 11_520 - 1_180],
        [studio.id, 'month', 2_900 - 1_180],
        [studio.id, 'year', 27_840 - 1_180],
      ].sort(),
    );
    expect(body.playbook).toBeNull();
  });

  test('says when the code ends', async () => {
    const { code } = await buildOffer(site, { ends_at: '2999-05-31T23:59:59.999Z' });
    expect((await quote({ code })).body.ends_at).toBe('2999-05-31T23:59:59.999Z');
  });
});
