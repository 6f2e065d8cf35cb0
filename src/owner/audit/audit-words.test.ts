import { describe, expect, test } from 'vitest';
import type { AuditEntry } from './audit.contract.ts';
import { actionName, actorName, areaName, detailsOf } from './audit-words.ts';

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: crypto.randomUUID(),
  created_at: '2026-03-02T12:00:00.000Z',
  actor_kind: 'person',
  actor_id: null,
  actor_role: 'admin',
  actor_email: 'ada@example.com',
  action: '',
  area: 'tiers',
  target_id: null,
  target: null,
  target_name: null,
  fields: [],
  details: {},
  request_id: null,
  ...change,
});

test.each([
  ['POST /admin/tiers', 'Created'],
  ['PATCH /admin/tiers/{id}', 'Changed'],
  ['PUT /admin/settings', 'Changed'],
  ['DELETE /admin/tiers/{id}', 'Deleted'],
  ['DELETE /admin/members/{id}', 'Deleted'],
  ['PUT /admin/members/{id}/suspension', 'Suspended'],
  ['DELETE /admin/members/{id}/suspension', 'Suspension lifted'],
  ['PUT /admin/members/{id}/plan', 'Plan given'],
  ['DELETE /admin/members/{id}/plan', 'Plan removed'],
  ['PUT /admin/members/{id}/role', 'Role changed'],
  ['POST /admin/members/{id}/sign-out', 'Signed out everywhere'],
  ['DELETE /admin/members/{id}/two-factor', 'Two-factor sign-in turned off'],
  ['POST /admin/offers/gifts/{id}/revoke', 'Revoked'],
  ['POST /admin/pages/{id}/publish', 'Published'],
  ['DELETE /admin/pages/{id}/publish', 'Unpublished'],
  ['PUT /admin/categories/order', 'Order changed'],
  ['POST /admin/invitations', 'Invited'],
  ['DELETE /admin/invitations/{id}', 'Deleted'],
  ['promptory admin add', 'promptory admin add'],
])('%s is "%s"', (action, words) => {
  expect(actionName({ action, details: {} })).toBe(words);
});

test('an email that waits for its time is scheduled, and not sent', () => {
  const send = 'POST /admin/mailings/{id}/send';
  const stop = 'POST /admin/mailings/{id}/stop';
  const words = [
    actionName({ action: send, details: { send_at: '2026-03-02T12:00:00.000Z' } }),
    actionName({ action: send, details: { send_at: null } }),
    actionName({ action: stop, details: { status: 'draft' } }),
    actionName({ action: stop, details: {} }),
  ];
  expect(words).toEqual(['Scheduled', 'Sent', 'Back to draft', 'Stopped']);
  expect(detailsOf(entry({ fields: ['send_at', 'updated_at'], details: { send_at: null } }), new Map())).toBe(
    '',
  );
});

test.each([
  [{ actor_kind: 'person' }, 'ada@example.com'],
  [{ actor_kind: 'key' }, 'ada@example.com, with an API key'],
  [{ actor_kind: 'person', actor_email: null }, 'Deleted account'],
  [{ actor_kind: 'key', actor_email: null }, 'Deleted account, with an API key'],
  [{ actor_kind: 'service', actor_email: null }, 'Program with the service role'],
  [{ actor_kind: 'command', actor_email: null }, 'Command line'],
] as const)('who did it: %j is "%s"', (actor, name) => {
  expect(actorName(entry(actor))).toBe(name);
});

test('areas of pages and of commands have names that differ', () => {
  const areas = ['bulk', 'bulk-changes', 'imports', 'import', 'members', 'member'];
  expect(areas.map(areaName)).toEqual([
    'Bulk changes',
    'Undone bulk changes',
    'Imports',
    'Imports (command line)',
    'Members',
    'Members (command line)',
  ]);
});

test('an area without a name is shown by its key', () => {
  expect([areaName('members'), areaName('admin'), areaName('brand-new')]).toEqual([
    'Members',
    'Admins',
    'brand-new',
  ]);
});

describe('what was sent', () => {
  const plan = crypto.randomUUID();
  const names = new Map([[plan, 'Studio']]);

  test('has the values that are kept, then the names of the other fields, each once', () => {
    const details = { tier_id: plan, forever: false, price: 0 };
    expect(
      detailsOf(entry({ fields: ['price', 'tier_id', 'forever', 'title', 'brand_new'], details }), names),
    ).toBe('Plan: Studio, Permanently: no, Price: 0, Title, brand_new');
  });

  test('has names for the fields of settings and webhooks, and leaves out its id and version', () => {
    const fields = [
      'id',
      'url',
      'events',
      'updated_at',
      'site_logo',
      'site_logo_type',
      'stripe_secret_key',
      'expected',
    ];
    expect(detailsOf(entry({ fields }), names)).toBe('Address, Events, Logo, Payment keys');
  });

  test('shows a time as people write it, nothing as a dash, and an unknown id as it is', () => {
    const details = { until: '2026-03-02T12:00:00.000Z', tier_id: null, key_id: 'gone' };
    expect(detailsOf(entry({ details }), names)).toMatch(/^Until: Mar \d, 2026, .*, Plan: –, API key: gone$/);
  });

  test('of a new order has no ids', () => {
    const order = entry({ action: 'PUT /admin/categories/order', fields: ['ids'] });
    expect(detailsOf(order, names)).toBe('');
  });

  test('is empty if nothing was sent', () => {
    expect(detailsOf(entry({}), names)).toBe('');
  });
});

test('fields of everything that is sold, written and sent have names', () => {
  const offer = [
    'code',
    'percent_off',
    'amount_off',
    'applies_to',
    'tier_ids',
    'duration',
    'ends_at',
    'is_active',
  ];
  const shown = detailsOf(entry({ fields: offer }), new Map());
  expect(shown).toBe('Code, Discount, Applies to, Length, Last day, On or off');
  const others = [
    'redeem_by',
    'send_at',
    'example_output',
    'is_purchasable',
    'daily_copy_limit',
    'shows_first_lines',
    'is_hidden',
    'cancel_subscriptions',
  ];
  expect(detailsOf(entry({ fields: others }), new Map())).not.toContain('_');
});

test('settings are called by their labels, secrets too', () => {
  const fields = ['smtp_host', 'smtp_password', 'oidc_client_secret', 'time_zone'];
  expect(detailsOf(entry({ area: 'settings', fields }), new Map())).toBe(
    'Email server, Password, OpenID: Client secret, Time zone',
  );
});

test('parts of the site, settings of imports and values have the words of their forms', () => {
  const shown = (values: Partial<AuditEntry>) => detailsOf(entry(values), new Map());
  expect(shown({ fields: ['brand', 'hero', 'partners'] })).toBe('Branding, Headline, Partners');
  expect(shown({ fields: ['skip_duplicates', 'mapping'] })).toBe(
    'Skip prompts whose text is already in the library, Columns of the file',
  );
  expect(shown({ details: { change: 'tier_access, add_tags, remove_tags' } })).toBe(
    'Changes: Access level, Tags',
  );
  expect(shown({ details: { decision: 'remove', role: 'support', status: 'hidden', count: 1_280 } })).toBe(
    'Decision: Removed, Role: support, Status: Hidden, Number: 1,280',
  );
});
