import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Role } from '#constants';
import { newGiftCode } from '#money/gifts/gift-code.ts';
import type { DB } from '#platform/database/database.types.ts';
import type { TestSite } from './site.ts';

const word = () => randomUUID().slice(0, 8);

/** A member with an access token, on `tier`, or on their own tier with the access level `level`. */
export async function buildMember(
  site: TestSite,
  { level, tier }: { level?: number; tier?: { id: string } } = {},
) {
  const email = `member-${word()}@example.com`;
  const password = 'member-password';
  const { data, error } = await site.authClient().signUp({ email, password });
  if (error || !data.session) throw error ?? new Error('No session');
  const id = data.session.user.id;
  const given = tier ?? (level === undefined ? undefined : await buildTier(site, { access_level: level }));
  if (given) await site.db.updateTable('profiles').set({ tier_id: given.id }).where('id', '=', id).execute();
  return { id, email, password, token: data.session.access_token, session: data.session };
}

/** A member with a role. */
export async function buildTeam(site: TestSite, role: Role) {
  const member = await buildMember(site);
  await site.db.updateTable('profiles').set({ role }).where('id', '=', member.id).execute();
  return member;
}

export const buildAdmin = (site: TestSite) => buildTeam(site, 'admin');

/** An admin who can't sign in. */
export async function buildSuspendedAdmin(site: TestSite) {
  const admin = await buildAdmin(site);
  const values = { banned_until: new Date(Date.now() + 86_400_000).toISOString() };
  await site.db.updateTable('auth.users').set(values).where('id', '=', admin.id).execute();
  return admin;
}

export function buildTier(site: TestSite, values: Partial<Insertable<DB['tiers']>> = {}) {
  return site.db
    .insertInto('tiers')
    .values({ name: `Tier ${word()}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An offer of 25% off the first payment by default. */
export function buildOffer(site: TestSite, values: Partial<Insertable<DB['offers']>> = {}) {
  const discount = values.amount_off === undefined ? { percent_off: 25 } : { currency: 'usd' };
  return site.db
    .insertInto('offers')
    .values({
      code: `OFFER-${word().toUpperCase()}`,
      applies_to: 'everything',
      duration: 'once',
      ...discount,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A gift code for a month of a tier by default. */
export function buildGift(
  site: TestSite,
  tier: { id: string },
  values: Partial<Insertable<DB['gifts']>> = {},
) {
  return site.db
    .insertInto('gifts')
    .values({
      code: newGiftCode(),
      tier_id: tier.id,
      ...(values.days === undefined ? { months: 1 } : {}),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function buildPrompt(site: TestSite, values: Partial<Insertable<DB['prompts']>> = {}) {
  const slug = `prompt-${word()}`;
  return site.db
    .insertInto('prompts')
    .values({ slug, title: `Prompt ${slug}`, prompt_body: `Body of ${slug}`, status: 'published', ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function buildPlaybook(site: TestSite, values: Partial<Insertable<DB['playbooks']>> = {}) {
  const slug = `playbook-${word()}`;
  return site.db
    .insertInto('playbooks')
    .values({ slug, title: `Playbook ${slug}`, status: 'published', ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A step of a playbook with prompts in their stored form; `step_order` is 0-based. */
export function buildStep(
  site: TestSite,
  playbook: { id: string },
  values: { step_order?: number; title?: string; description?: string; prompts?: unknown[] } = {},
) {
  const { prompts = [], step_order = 0, title = `Step ${step_order}`, description = '' } = values;
  return site.db
    .insertInto('playbook_steps_new')
    .values({ playbook_id: playbook.id, step_order, title, description, prompts: JSON.stringify(prompts) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** All items of a list, read page by page, and the number of pages. */
export async function readAllPages<Item>(site: TestSite, path: string, { token }: { token?: string } = {}) {
  const items: Item[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const address = new URL(path, site.url);
    if (cursor) address.searchParams.set('cursor', cursor);
    const { status, body, text } = await site.api(
      'GET',
      address.pathname + address.search,
      token ? { token } : {},
    );
    if (status !== 200) throw new Error(`${path} has answered ${status}: ${text}`);
    items.push(...body.items);
    cursor = body.next_cursor;
    pages += 1;
  } while (cursor);
  return { items, pages };
}
