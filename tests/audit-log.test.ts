import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retention } from '#constants';
import { buildAdmin, buildMember, buildPrompt, buildTeam, buildTier } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

type Person = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
let admin: Person;
let support: Person;
let editor: Person;
beforeAll(async () => {
  site = await createTestSite();
  admin = await buildAdmin(site);
  support = await buildTeam(site, 'support');
  editor = await buildTeam(site, 'editor');
});
afterAll(() => site.stop());

const as = (who: Person, method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1/admin${path}`, { token: who.token, ...(body === undefined ? {} : { body }) });
const auditOf = async (query: string) =>
  (await site.api('GET', `/api/v1/admin/audit${query}`, { token: admin.token })).body;

describe('the audit log', () => {
  test('has an entry for the actions of each role, without the values that were sent', async () => {
    const secret = `secret-${crypto.randomUUID()}`;
    const made = await as(editor, 'POST', '/prompts', { title: 'New', prompt_body: secret });
    const tier = await as(admin, 'POST', '/tiers', { name: 'Logged' });
    await as(admin, 'PATCH', `/tiers/${tier.body.id}`, { price: 700, name: secret.slice(0, 20) });
    await as(admin, 'PUT', '/settings', { stripe_webhook_secret: `whsec_${secret}` });
    const member = await buildMember(site);
    await as(support, 'PUT', `/members/${member.id}/suspension`, { until: null, note: secret });
    await as(admin, 'PUT', `/members/${member.id}/role`, { role: 'editor' });
    await site.api('PUT', '/api/v1/admin/media/prompts/x.png', { token: editor.token, body: secret });
    const { items } = await auditOf('?limit=100');
    const entry = (action: string, target: string) =>
      items.find(
        (item: { action: string; target_id: string }) => item.action === action && item.target_id === target,
      );
    expect(entry('POST /admin/prompts', made.body.id)).toMatchObject({
      actor_kind: 'person',
      actor_id: editor.id,
      actor_email: editor.email,
      actor_role: 'editor',
      area: 'prompts',
      target_name: 'New',
      fields: expect.arrayContaining(['title', 'prompt_body']),
      details: {},
    });
    expect(entry('PATCH /admin/tiers/{id}', tier.body.id).fields.sort()).toEqual(['name', 'price']);
    expect(entry('PUT /admin/members/{id}/suspension', member.id)).toMatchObject({
      actor_role: 'support',
      target_name: member.email,
      details: { until: null },
    });
    expect(entry('PUT /admin/members/{id}/role', member.id).details).toEqual({ role: 'editor' });
    expect(items.some((item: { area: string }) => item.area === 'settings')).toBe(true);
    // The upload was refused, so nothing happened.
    expect(items.some((item: { area: string }) => item.area === 'media')).toBe(false);
    expect(JSON.stringify(items)).not.toContain(secret);
    const kept = await sql<{ text: string }>`select audit_log::text as text from audit_log`.execute(site.db);
    expect(kept.rows.map(({ text }) => text).join()).not.toContain(secret);
  });

  test('has what keys, programs with the service role and single requests do, but nothing that is refused or only read', async () => {
    const before = (await auditOf('')).total;
    await as(admin, 'GET', '/users');
    await as(admin, 'POST', '/similar-prompts', { prompt_body: 'x' });
    await as(support, 'POST', '/prompts', { title: 'No', prompt_body: 'x' });
    await as(admin, 'PATCH', `/tiers/${admin.id}`, { price: 1 });
    await as(admin, 'DELETE', `/members/${admin.id}`, { email: admin.email });
    const prompt = await buildPrompt(site);
    await site.api('PUT', `/api/v1/prompts/${prompt.slug}/vote`, { token: admin.token });
    await site.api('POST', `/api/v1/prompts/${prompt.slug}/copies`, { token: admin.token });
    expect((await auditOf('')).total).toBe(before);

    const comment = await site.api('POST', `/api/v1/prompts/${prompt.slug}/comments`, {
      token: (await buildMember(site)).token,
      body: { body: 'Hm' },
    });
    await site.api('PATCH', `/api/v1/comments/${comment.body.id}`, {
      token: support.token,
      body: { status: 'hidden' },
    });
    const key = await site.api('POST', '/api/v1/keys', {
      token: admin.token,
      body: { name: 'CI', scopes: ['catalog:write'] },
    });
    await site.api('PATCH', `/api/v1/admin/prompts/${prompt.id}`, {
      token: key.body.key,
      body: { category: 'By a program' },
    });
    const { items, total } = await auditOf('');
    expect(total).toBe(before + 2);
    expect(items.slice(0, 2)).toMatchObject([
      {
        actor_kind: 'key',
        actor_id: admin.id,
        area: 'prompts',
        target_id: prompt.id,
        details: { key_id: key.body.id },
      },
      {
        actor_kind: 'person',
        actor_id: support.id,
        action: 'PATCH /comments/{id}',
        target_id: comment.body.id,
        details: { status: 'hidden' },
      },
    ]);
  });

  test('is written together with the change it describes, or neither is', async () => {
    const prompt = await buildPrompt(site, { category: 'Before' });
    await sql`alter table audit_log add constraint nothing_more check (false) not valid`.execute(site.db);
    const change = () => as(editor, 'PATCH', `/prompts/${prompt.id}`, { category: 'After' });
    const category = async () =>
      (await site.db.selectFrom('prompts').select('category').where('id', '=', prompt.id).executeTakeFirst())
        ?.category;
    expect((await change()).status).toBe(500);
    const suspended = await as(support, 'PUT', `/members/${(await buildMember(site)).id}/plan`, {
      tier_id: (await buildTier(site)).id,
      until: null,
    });
    expect(suspended.status).toBe(500);
    expect(await category()).toBe('Before');
    await sql`alter table audit_log drop constraint nothing_more`.execute(site.db);
    expect((await change()).status).toBe(200);
    expect(await category()).toBe('After');
  });

  test('names who was affected, however the id is written', async () => {
    const [one, other] = [await buildPrompt(site), await buildPrompt(site)];
    const member = await buildMember(site);
    const upper = member.id.toUpperCase();
    await as(support, 'PUT', `/members/${upper}/suspension`, { until: null, note: '' });
    await as(admin, 'POST', '/invitations', { email: 'again@example.com' });
    await as(admin, 'POST', '/invitations', { email: 'again@example.com' });
    const change = { status: 'draft', category: 'Named', add_tags: ['x'] };
    await as(editor, 'POST', '/prompts/bulk', { ids: [one.id, other.id], change });
    await as(editor, 'DELETE', `/prompts/${one.id}`);
    await as(editor, 'DELETE', `/prompts/${one.id}?forever=true`);
    const invited = await site.db
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', 'again@example.com')
      .executeTakeFirst();
    const { items } = await auditOf('?limit=6');
    expect(items).toMatchObject([
      { action: 'DELETE /admin/prompts/{id}', details: { forever: true } },
      { action: 'DELETE /admin/prompts/{id}', details: {} },
      { details: { ids: 2, status: 'draft', category: 'Named', change: 'status, category, add_tags' } },
      { area: 'invitations', target_id: invited?.id },
      { area: 'invitations', target_id: invited?.id },
      { action: 'PUT /admin/members/{id}/suspension', target_id: member.id },
    ]);
  });

  test('has no entry for a deletion that failed', async () => {
    const member = await buildMember(site);
    const remove = () => as(admin, 'DELETE', `/members/${member.id}`, { email: member.email });
    await sql`create table keeps (id uuid references auth.users)`.execute(site.db);
    await sql`insert into keeps values (${member.id})`.execute(site.db);
    expect((await remove()).status).toBe(500);
    expect((await auditOf(`?target=${member.id}`)).total).toBe(0);
    await sql`drop table keeps`.execute(site.db);
    expect((await remove()).status).toBe(200);
    expect((await auditOf(`?target=${member.id}`)).total).toBe(1);
  });

  test('refuses invalid times', async () => {
    expect((await as(admin, 'GET', '/audit?from=0000-01-01T00:00:00Z')).status).toBe(422);
    const path = `/members/${(await buildMember(site)).id}`;
    const tier_id = (await buildTier(site)).id;
    for (const until of ['0000-01-01T00:00:00Z', '2020-01-01T00:00:00Z']) {
      const suspended = await as(support, 'PUT', `${path}/suspension`, { until, note: '' });
      expect([until, suspended.status]).toEqual([until, 422]);
    }
    const given = await as(support, 'PUT', `${path}/plan`, { tier_id, until: '0000-01-01T00:00:00Z' });
    expect(given.status).toBe(422);
  });

  test('cannot be changed, nor shortened before its time', async () => {
    await as(admin, 'PUT', '/settings', { site_name: 'Named' });
    for (const statement of [
      "update audit_log set actor_email = 'nobody'",
      'delete from audit_log',
      'truncate audit_log',
    ])
      await expect(sql.raw(statement).execute(site.db)).rejects.toThrow('The audit log cannot be changed.');
    const old = (days: number) =>
      sql`insert into audit_log (created_at, actor_kind, action, area)
        values (now() - make_interval(days => ${days}), 'command', ${`old ${days}`}, 'old')`.execute(site.db);
    await old(retention.auditLog - 1);
    await old(retention.auditLog + 1);
    await site.services.retention();
    const { items } = await auditOf('?area=old');
    expect(items.map((item: { action: string }) => item.action)).toEqual([`old ${retention.auditLog - 1}`]);
  });

  test('is filtered, paged and exported as CSV', async () => {
    const found = await auditOf(`?q=${encodeURIComponent(support.email)}&limit=1`);
    expect(found.items.every((item: { actor_id: string }) => item.actor_id === support.id)).toBe(true);
    expect(found.items).toHaveLength(1);
    const next = await auditOf(
      `?q=${encodeURIComponent(support.email)}&limit=1&cursor=${encodeURIComponent(found.next_cursor)}`,
    );
    const ids = [...found.items, ...next.items].map((item: { id: string }) => item.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(found.areas).toEqual(expect.arrayContaining(['members', 'prompts', 'tiers']));
    const target = found.items[0].target_id;
    expect((await auditOf(`?target=${target}`)).items.length).toBeGreaterThan(0);
    expect((await auditOf(`?from=${new Date(Date.now() + 60_000).toISOString()}`)).total).toBe(0);
    const csv = await site.api('GET', '/api/v1/admin/audit/export?area=members', { token: admin.token });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength((await auditOf('?area=members')).total + 1);
    expect(lines[0]).toMatch(/^time,actor_kind,/);
    expect(lines[1]).toContain('members');
  });

  test('and the gift codes are exported as CSV that spreadsheets recognize as UTF-8', async () => {
    const headers = { authorization: `Bearer ${admin.token}` };
    for (const path of ['audit', 'offers/gifts']) {
      const answer = await fetch(`${site.url}/api/v1/admin/${path}/export`, { headers });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect([path, ...bytes.subarray(0, 3)]).toEqual([path, 0xef, 0xbb, 0xbf]);
    }
  });
});
