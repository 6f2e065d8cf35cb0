import { describe, expect, test } from 'vitest';
import { buildMember, buildOffer } from './harness/build.ts';
import { buildSold, buy, quote, refusal, statsOf, subscribe } from './harness/offers.ts';
import { conclude, type Member, plan, pro, site, start, withPlansSite } from './harness/plans-site.ts';

withPlansSite();

describe('the limits of an offer', () => {
  test('apply even when many redeem it at the same moment', async () => {
    const offer = await buildOffer(site, { max_redemptions: 3 });
    const members = await Promise.all(Array.from({ length: 12 }, () => buildMember(site)));
    const answers = await Promise.all(members.map((member) => subscribe(member, offer.code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('This code has been used up.');
    expect(refusal(await quote({ code: offer.code }))).toEqual([409, 'This code has been used up.']);
    expect(await statsOf(offer.id)).toMatchObject({ redemptions: 0, held: 3 });
  });

  test('count a member’s own uses, but not the checkout that they return to', async () => {
    const offer = await buildOffer(site, { max_per_member: 1 });
    const member = await buildMember(site);
    const [first, again] = [await subscribe(member, offer.code), await subscribe(member, offer.code)];
    expect(again.body.url).toBe(first.body.url);
    await conclude(member, first.body.url);
    const playbook = await buildSold();
    expect(refusal(await quote({ code: offer.code, playbook: playbook.id }, member))).toEqual([
      409,
      'You already used this code.',
    ]);
    expect((await buy(member, playbook, offer.code)).status).toBe(409);
    expect((await buy(await buildMember(site), playbook, offer.code)).status).toBe(200);
  });

  test('count what the same mailbox has used after its account was deleted', async () => {
    const offer = await buildOffer(site, { max_per_member: 1 });
    const address = `ann.lee.${crypto.randomUUID()}`;
    const join = async (email: string) => {
      const { data } = await site.authClient().signUp({ email, password: 'a good password' });
      return { id: data.user?.id, token: data.session?.access_token } as Member;
    };
    const member = await join(`${address}@gmail.com`);
    await conclude(member, (await subscribe(member, offer.code)).body.url);
    const body = { password: 'a good password' };
    expect((await site.api('DELETE', '/api/v1/profile', { token: member.token, body })).status).toBe(200);
    const again = await join(`${address.replaceAll('.', '')}+again@gmail.com`);
    const used = [409, 'You already used this code.'];
    expect(refusal(await quote({ code: offer.code }, again))).toEqual(used);
    expect(refusal(await subscribe(again, offer.code))).toEqual(used);
    expect((await subscribe(await buildMember(site), offer.code)).status).toBe(200);
  });

  test('let a member hold one of a limited number', async () => {
    const offer = await buildOffer(site, { max_redemptions: 3, max_per_member: null });
    const [member, first, second] = [await buildMember(site), await buildSold(), await buildSold()];
    expect((await buy(member, first, offer.code)).status).toBe(200);
    expect((await buy(member, first, offer.code)).status).toBe(200);
    const held = [409, 'Another checkout of yours holds this code. Finish it, or try again in an hour.'];
    expect(refusal(await buy(member, second, offer.code))).toEqual(held);
    expect((await buy(await buildMember(site), second, offer.code)).status).toBe(200);
    const { body } = await buy(member, first, offer.code);
    await conclude(member, body.url);
    expect((await buy(member, second, offer.code)).status).toBe(200);
  });

  test('are restored after an abandoned checkout', async () => {
    const offer = await buildOffer(site, { max_redemptions: 1 });
    const [first, second] = [await buildMember(site), await buildMember(site)];
    const { body } = await subscribe(first, offer.code);
    expect((await subscribe(second, offer.code)).status).toBe(409);
    const id = new URL(body.url).searchParams.get('id') ?? '';
    const past = new Date(Date.now() - 1_000).toISOString();
    await site.db.updateTable('checkouts').set({ expires_at: past }).where('id', '=', id).execute();
    await site.pool.query(
      `update sandbox_objects set data = jsonb_set(data, '{expiresAt}', to_jsonb($1::text)) where id = $2`,
      [past, `cs_sandbox_${id}`],
    );
    expect((await subscribe(second, offer.code)).status).toBe(200);
    expect((await conclude(first, body.url)).status).toBe(409);
  });

  test('are restored after a checkout that never got a page, for example because its process died', async () => {
    const offer = await buildOffer(site, { max_redemptions: 1 });
    const [first, second] = [await buildMember(site), await buildMember(site)];
    const claim = {
      user_id: first.id,
      mode: 'sandbox',
      kind: 'subscription',
      tier_id: pro.id,
      interval: 'month',
    } as const;
    const { id } = await site.db
      .insertInto('checkouts')
      .values({ ...claim, offer_id: offer.id, amount: 900, expires_at: new Date(Date.now() + 60_000) })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await subscribe(second, offer.code)).status).toBe(409);
    const past = new Date(Date.now() - 1_000);
    await site.db.updateTable('checkouts').set({ expires_at: past }).where('id', '=', id).execute();
    expect((await subscribe(second, offer.code)).status).toBe(200);
  });

  test('go with the code that was entered last, though another one takes off as much', async () => {
    const [once, forever] = [await buildOffer(site), await buildOffer(site, { duration: 'forever' })];
    const member = await buildMember(site);
    await subscribe(member, once.code);
    const { body } = await subscribe(member, forever.code);
    await conclude(member, body.url);
    expect(await plan(member)).toMatchObject({ next_amount: 900 });
    expect(await statsOf(once.id)).toMatchObject({ redemptions: 0, held: 0 });
  });

  test('are restored when the member continues without the code', async () => {
    const offer = await buildOffer(site, { max_redemptions: 1 });
    const [first, second] = [await buildMember(site), await buildMember(site)];
    await subscribe(first, offer.code);
    const { body } = await start(first, { type: 'subscription', tierId: 1 });
    expect((await subscribe(second, offer.code)).status).toBe(200);
    await conclude(first, body.url);
    expect(await plan(first)).toMatchObject({ status: 'trialing', next_amount: 1_200 });
  });
});
