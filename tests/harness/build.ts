import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { DB } from '#platform/database.types.ts';
import type { TestSite } from './site.ts';

const word = () => randomUUID().slice(0, 8);

/** A member with an access token; `level` gives him a tier of that access level. */
export async function buildMember(site: TestSite, { level }: { level?: number } = {}) {
  const email = `member-${word()}@example.com`;
  const password = 'member-password';
  const { data, error } = await site.authClient().signUp({ email, password });
  if (error || !data.session) throw error ?? new Error('No session');
  const id = data.session.user.id;
  if (level !== undefined) {
    const tier = await buildTier(site, { access_level: level });
    await site.db.updateTable('profiles').set({ tier_id: tier.id }).where('id', '=', id).execute();
  }
  return { id, email, password, token: data.session.access_token, session: data.session };
}

export async function buildAdmin(site: TestSite) {
  const member = await buildMember(site);
  await site.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', member.id).execute();
  return member;
}

export function buildTier(site: TestSite, values: Partial<Insertable<DB['tiers']>> = {}) {
  return site.db
    .insertInto('tiers')
    .values({ name: `Tier ${word()}`, ...values })
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
