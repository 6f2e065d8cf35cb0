import { afterAll, beforeAll, expect } from 'vitest';
import { buildAdmin, buildMember, buildPrompt, buildTier } from './build.ts';
import { createTestSite, type TestSite } from './site.ts';

export let site: TestSite;
let adminToken: string;
export let pro: { id: string };
export let studio: { id: string };
/** A site for one test file, with the plans Free, Pro (level 1) and Studio (level 2) in the sandbox. */
export function withPlansSite() {
  beforeAll(async () => {
    site = await createTestSite();
    adminToken = (await buildAdmin(site)).token;
    await buildTier(site, { name: 'Free', access_level: 0, daily_copy_limit: 4 });
    pro = await buildTier(site, {
      name: 'Pro',
      price: 1_200,
      access_level: 1,
      trial_days: 7,
      daily_copy_limit: 40,
    });
    studio = await buildTier(site, {
      name: 'Studio',
      price: 2_900,
      access_level: 2,
      daily_copy_limit: 999_999,
    });
  });
  afterAll(() => site.stop());
}

export type Member = Awaited<ReturnType<typeof buildMember>>;
export const admin = (method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1/admin${path}`, { token: adminToken, ...(body === undefined ? {} : { body }) });
export const plan = async ({ token }: Member) =>
  (await site.api('GET', '/api/v1/subscription', { token })).body;
export const start = ({ token }: Member, body: object) =>
  site.api('POST', '/functions/v1/create-checkout-session', { token, body });
export const conclude = ({ token }: Member, url: string, outcome = 'pay') =>
  site.api('POST', `/api/v1/sandbox/checkouts/${new URL(url).searchParams.get('id')}`, {
    token,
    body: { outcome },
  });
export const act = ({ token }: Member, action: string) =>
  site.api('POST', '/api/v1/sandbox/billing', { token, body: { action } });
export const post = ({ token }: Member, path: string, body?: object) =>
  site.api('POST', `/api/v1/subscription/${path}`, { token, ...(body ? { body } : {}) });
/** A member who has just paid for a plan in the sandbox. */
export async function subscriber(tierId: number, interval: 'month' | 'year' = 'month') {
  const member = await buildMember(site);
  const { body } = await start(member, { type: 'subscription', tierId, interval });
  expect((await conclude(member, body.url)).status).toBe(200);
  return member;
}
export const levels = async (member: Member) => {
  const readable = async (tier_access: number) => {
    const { slug } = await buildPrompt(site, { tier_access });
    return (await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token })).body.can.read;
  };
  return Promise.all([0, 1, 2].map(readable));
};

/** The sandbox's charges to a member, oldest first. */
export const charges = async ({ id }: Member) => {
  const rows = await site.db
    .selectFrom('sandbox_objects')
    .select('data')
    .where('kind', '=', 'charge')
    .orderBy('created_at')
    .execute();
  return rows
    .map(({ data }) => data as { customerId: string; amount: number })
    .filter(({ customerId }) => customerId === `cus_sandbox_${id}`)
    .map(({ amount }) => amount);
};
