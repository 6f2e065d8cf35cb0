// Needs the built pages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildAdmin, buildMember, buildTier } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  ({ token } = await buildAdmin(site));
});
afterAll(() => site.stop());

const admin = (method: string, path: string, body?: object) =>
  site.api(method, `/api/v1/admin/pages${path}`, { token, ...(body ? { body } : {}) });
const html = async (path: string) => {
  const answer = await fetch(`${site.url}${path}`);
  return { status: answer.status, text: await answer.text() };
};
async function publishText(kind: string, body: string) {
  const { body: made } = await admin('POST', '', { kind });
  const { body: saved } = await admin('PATCH', `/${made.id}`, { body });
  await admin('POST', `/${made.id}/publish`, { updated_at: saved.updated_at });
  return made.id as string;
}

test('a starter text is not public, and cannot become so before it is completed', async () => {
  const { status, body: page } = await admin('POST', '', { kind: 'imprint' });
  expect(status).toBe(201);
  expect(page.body).toContain('Starter text, not legal advice.');
  expect((await html('/pages/imprint')).status).toBe(404);
  const refused = await admin('POST', `/${page.id}/publish`, { updated_at: page.updated_at });
  expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('[[starter]]')]);
  // Without the note, but with blanks that still have to be filled in.
  const { body: half } = await admin('PATCH', `/${page.id}`, { body: 'Ada Ltd., [[street and number]]' });
  expect((await admin('POST', `/${page.id}/publish`, { updated_at: half.updated_at })).status).toBe(422);
  expect((await html('/pages/imprint')).status).toBe(404);
  expect((await html('/')).text).not.toContain('/pages/imprint');
});

test('a published page is shown, linked and listed, sanitized, until it is unpublished', async () => {
  const id = await publishText('refunds', '## Seven days\n\nAsk **us**.<script>alert(1)</script>');
  const { status, text } = await html('/pages/refunds');
  expect(status).toBe(200);
  expect(text).toMatch(/<h2[^>]*>Seven days<\/h2>/);
  expect(text).toContain('<strong>us</strong>');
  expect(text).not.toContain('alert(1)</script>');
  expect((await html('/')).text).toContain('href="/pages/refunds"');
  expect((await html('/sitemap.xml')).text).toContain('/pages/refunds</loc>');
  expect((await html('/llms.txt')).text).toContain('/pages/refunds');
  expect(
    (await site.api('GET', '/api/v1/pages')).body.items.map((page: { slug: string }) => page.slug),
  ).toContain('refunds');
  // A change is only a draft until it is published; visitors still see the previous version.
  const { body: changed } = await admin('PATCH', `/${id}`, { body: 'Fourteen days' });
  expect(changed.has_changes).toBe(true);
  expect((await html('/pages/refunds')).text).toContain('Seven days');
  const stale = await admin('POST', `/${id}/publish`, { updated_at: '2026-01-01T00:00:00.000Z' });
  expect(stale.status).toBe(409);
  await admin('POST', `/${id}/publish`, { updated_at: changed.updated_at });
  expect((await html('/pages/refunds')).text).toContain('Fourteen days');
  const { items } = (await admin('GET', `/${id}/versions`)).body;
  expect(items.map((item: { version: number }) => item.version)).toEqual([2, 1]);
  expect(items[1].body).toContain('Seven days');
  expect((await admin('GET', `/${id}`)).body.has_changes).toBe(false);
  // The title counts as a change that visitors see.
  expect((await admin('PATCH', `/${id}`, { title: 'Money back' })).body.has_changes).toBe(true);
  await admin('DELETE', `/${id}/publish`);
  expect((await html('/pages/refunds')).status).toBe(404);
  expect((await html('/sitemap.xml')).text).not.toContain('/pages/refunds');
});

test('a draft that is sent twice with the same id creates one page, and no two pages share an address', async () => {
  const id = crypto.randomUUID();
  const [first, second] = [
    await admin('POST', '', { id, kind: 'own' }),
    await admin('POST', '', { id, kind: 'own' }),
  ];
  expect([first.body.id, second.body.id]).toEqual([id, id]);
  const other = (await admin('POST', '', { kind: 'own' })).body;
  expect(other.slug).not.toBe(first.body.slug);
  expect((await admin('PATCH', `/${other.id}`, { slug: first.body.slug })).status).toBe(422);
  expect((await admin('PATCH', `/${other.id}`, { slug: 'Not an address' })).status).toBe(422);
});

test('pages created at once all get different addresses, and one sent twice at once is created once', async () => {
  const id = crypto.randomUUID();
  const drafts = [
    { id, kind: 'own' },
    { id, kind: 'own' },
    ...Array.from({ length: 4 }, () => ({ kind: 'own' })),
  ];
  const answers = await Promise.all(drafts.map((draft) => admin('POST', '', draft)));
  expect(answers.map(({ status }) => status)).toEqual(drafts.map(() => 201));
  expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(5);
});

test('consent is recorded at sign-up and before paying, with its version, for the owner and the member', async () => {
  const id = await publishText('terms', 'Be kind.');
  const signUp = (email: string, data?: object) =>
    fetch(`${site.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a-password-1', data }),
    });
  const outdated = await signUp('late@example.com', { agreed_to: { terms: 7 } });
  expect([outdated.status, (await outdated.json()).error_code]).toEqual([422, 'consent_outdated']);
  const answer = await signUp('agrees@example.com', { agreed_to: { terms: 1 } });
  expect(answer.status).toBe(200);
  const { access_token: member, user } = await answer.json();
  expect(user.user_metadata).not.toHaveProperty('agreed_to');
  expect((await admin('GET', `/${id}/consents?q=AGREES`)).body.items).toMatchObject([
    { email: 'agrees@example.com', version: 1, place: 'signup' },
  ]);
  const tier = await buildTier(site, { price: 900, access_level: 1 });
  const pay = (agreed_to?: object) =>
    site.api('POST', '/functions/v1/create-checkout-session', {
      token: member,
      body: { type: 'subscription', tierId: 1, tier: tier.id, ...(agreed_to ? { agreed_to } : {}) },
    });
  expect((await pay()).body.code).toBe('consent_required');
  expect((await pay({ terms: 2 })).body.code).toBe('consent_required');
  expect((await pay({ terms: 1 })).body.url).toBeTruthy();
  expect((await pay()).body.url).toBeTruthy();
  const exported = await site.api('GET', '/api/v1/profile/export', { token: member });
  expect(exported.body.consents).toMatchObject([
    { slug: 'terms', version: 1, place: 'signup', body: 'Be kind.' },
    { slug: 'terms', version: 1, place: 'checkout' },
  ]);
  expect((await admin('DELETE', `/${id}`)).status).toBe(409);
  // Consent is required again for a new version.
  const { body: changed } = await admin('PATCH', `/${id}`, { body: 'Be very kind.' });
  await admin('POST', `/${id}/publish`, { updated_at: changed.updated_at });
  expect((await pay()).body.code).toBe('consent_required');
  expect((await pay({ terms: 2 })).body.url).toBeTruthy();
  const { items } = (await admin('GET', `/${id}/versions`)).body;
  expect(items.map((item: { consents: number }) => item.consents)).toEqual([1, 1]);
});

test('a site has at most a hundred pages', async () => {
  const { rows } = await site.pool.query('select count(*)::int as count from pages');
  await site.pool.query(
    `insert into pages (kind, slug, title, body)
      select 'own', 'one-of-many-' || n, 'One of many', 'x' from generate_series(1, $1) n`,
    [limits.pages - 1 - rows[0].count],
  );
  const made = [await admin('POST', '', { kind: 'own' }), await admin('POST', '', { kind: 'own' })];
  expect(made.map(({ status }) => status)).toEqual([201, 409]);
  await site.pool.query("delete from pages where slug like 'one-of-many-%'");
});

test("a sign-up without this site's form works as before", async () => {
  expect((await buildMember(site)).token).toBeTruthy();
});
