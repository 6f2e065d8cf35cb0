import { describe, expect, test } from 'vitest';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { addressOfSender } from '#platform/text/sender-address.ts';
import { keyChangeWarning } from './key-change-warning.ts';
import { readLostPayments } from './lost-payments.ts';
import { assertMatchingKeys } from './payment-keys.ts';
import { needsProof } from './proved-changes.ts';
import { connectionFields, hostInUrl, readConnections } from './public/connection-fields.ts';
import { providerFields, readProviderSettings } from './public/provider-settings.ts';
import { readDomains, readSignInSettings, signInFields } from './public/sign-in-settings.ts';
import { settingsForm } from './settings-form.ts';

const taken = (field: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  field.safeParse(value).success;

describe("an owner's input", () => {
  test.each([
    ['', true],
    ['smtp.example.com', true],
    ['MAIL', true],
    ['192.0.2.7', true],
    ['2001:db8::7', true],
    ['[2001:db8::7]', true],
    ['smtp://smtp.example.com', false],
    ['smtp.example.com:587', false],
    ['-smtp.example.com', false],
    ['smtp.example.com.', false],
    ['a b', false],
    ['999.1.1.1', false],
    ['2001:db8::7::1', false],
  ])('is a mail server: %j: %s', (host, isHost) => {
    expect(taken(connectionFields.smtp_host, host)).toBe(isHost);
  });

  test.each([
    ['', true],
    ['books@example.com', true],
    ['Library <books@example.com>', true],
    ['Library & Co. <books@example.com>', true],
    ['Library, Inc <books@example.com>', false],
    ['Library <books@example.com', false],
    ['books@example', false],
    ['a@example.com, b@example.com', false],
    ['Library <a@example.com> <b@example.com>', false],
  ])('is a sender: %j: %s', (sender, isSender) => {
    expect(taken(connectionFields.mail_from, sender)).toBe(isSender);
  });

  test.each([
    ['', true],
    [`${'b'.repeat(20)}@example.com`, true],
    [`${'b'.repeat(21)}@example.com`, false],
    ['bounces+x@example.com', false],
    ['bounces=x@example.com', false],
    ['bounces', false],
  ])('is an address for returned emails: %j: %s', (address, isTaken) => {
    expect(taken(connectionFields.bounce_address, address)).toBe(isTaken);
  });

  test.each([
    ['', true],
    ['https://models.example.com/v1', true],
    ['http://localhost:11434/v1', true],
    ['ftp://models.example.com', false],
    ['models.example.com/v1', false],
    ['https://models.example.com/v1?key=1', false],
    ['https://models.example.com/v1#a', false],
    ['https://me@models.example.com/v1', false],
    ['https://:secret@models.example.com/v1', false],
  ])('is the address of a model: %j: %s', (address, isTaken) => {
    expect(taken(connectionFields.llm_base_url, address)).toBe(isTaken);
  });

  test.each([
    ['', true],
    ['https://id.example.com/realm', true],
    ['http://id.example.com', false],
    ['https://id.example.com/?tenant=1', false],
    ['https://id.example.com/#a', false],
    ['https://me@id.example.com', false],
    ['https://:secret@id.example.com', false],
    ['id.example.com', false],
  ])('is the address of a sign-in provider: %j: %s', (issuer, isTaken) => {
    expect(taken(providerFields.oidc_issuer, issuer)).toBe(isTaken);
  });

  test.each([
    ['example.com', ['example.com'], true],
    [' @Example.com;  b.example.org,c.de ', ['example.com', 'b.example.org', 'c.de'], true],
    ['any', [], true],
    ['', [], true],
    ['example', ['example'], false],
    ['*.example.com', ['*.example.com'], false],
    ['ada@example.com', ['ada@example.com'], false],
    ['example.com/x', ['example.com/x'], false],
  ])('are domains that can sign up: %j', (text, domains, isTaken) => {
    expect(readDomains(text)).toEqual(domains);
    expect(taken(signInFields.signup_domains, text)).toBe(isTaken);
  });

  test('has the bounds of each number', () => {
    const { smtp_port, mail_per_minute } = connectionFields;
    expect([0, 1, 65_535, 65_536].map((port) => taken(smtp_port, port))).toEqual([false, true, true, false]);
    expect([0, 1, 6_000, 6_001].map((rate) => taken(mail_per_minute, rate))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([-1, 0, 3_650, 3_651].map((days) => taken(signInFields.session_days, days))).toEqual([
      ...[false, true, true, false],
    ]);
  });

  test('that is emptied removes the setting, or is stored as a word for none', () => {
    const { smtp_host, mail_from, signup_domains, open_in_own, smtp_port } = settingsForm.shape;
    expect([smtp_host.parse('  '), mail_from.parse(''), smtp_host.parse(' SMTP.example.com ')]).toEqual([
      ...[null, null, 'smtp.example.com'],
    ]);
    expect([signup_domains.parse(' '), signup_domains.parse('a.com')]).toEqual(['any', 'a.com']);
    expect(open_in_own.parse('')).not.toBe('');
    expect([taken(smtp_port, '587'), taken(smtp_port, ''), taken(smtp_port, '587x')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test.each([
  ['Library <books@example.com>', 'books@example.com'],
  [' books@example.com ', 'books@example.com'],
  ['Library books@example.com', undefined],
  ['', undefined],
])('the address of the sender %j is %s', (sender, address) => {
  expect(addressOfSender(sender)).toBe(address);
});

test('an IPv6 address is in brackets in a URL, once', () => {
  expect(['2001:db8::7', '[2001:db8::7]', 'a.example'].map(hostInUrl)).toEqual([
    ...['[2001:db8::7]', '[2001:db8::7]', 'a.example'],
  ]);
});

describe('a stored value', () => {
  test("that can't be used gets its default, and nothing else changes", () => {
    const stored = {
      smtp_host: 'a b',
      smtp_port: '70000',
      mail_per_minute: '12',
      smtp_security: 'ssl',
      llm_model: '',
    };
    expect(readConnections(new Map(Object.entries(stored)))).toEqual({
      smtp_host: '',
      smtp_port: 587,
      smtp_security: 'starttls',
      smtp_user: '',
      mail_from: '',
      mail_per_minute: 12,
      bounce_address: '',
      llm_base_url: '',
      llm_model: 'gpt-4o-mini',
    });
    const signIn = {
      signup: 'maybe',
      signup_domains: '*',
      passkeys: 'true',
      confirm_email: 'x',
      session_days: '9999',
    };
    expect(readSignInSettings(new Map(Object.entries(signIn)), undefined)).toMatchObject({
      signup: 'open',
      signup_domains: 'any',
      passkeys: true,
      confirm_email: false,
      session_days: 0,
    });
    expect(readProviderSettings(new Map([['google_sign_in', 'perhaps']]))).toMatchObject({
      google_sign_in: false,
      microsoft_tenant: 'common',
      oidc_issuer: '',
    });
    const lost = { past_due_grace_days: 'a week', cancel_refunded_plans: 'false' };
    expect(readLostPayments(new Map(Object.entries(lost)))).toEqual({
      past_due_grace_days: 7,
      cancel_refunded_plans: false,
    });
  });

  test('for sign-up is overridden by the environment', () => {
    const stored = new Map([['signup', 'open']]);
    expect(readSignInSettings(stored, 'closed').signup).toBe('closed');
    expect(readSignInSettings(stored, undefined).signup).toBe('open');
  });
});

describe('a change of settings', () => {
  test.each([
    [{ smtp_host: 'evil.example' }, true],
    [{ smtp_port: 25 }, true],
    [{ mail_from: 'a@evil.example' }, true],
    [{ smtp_password: 'x' }, true],
    [{ llm_base_url: 'https://evil.example' }, true],
    [{ llm_api_key: 'x' }, true],
    [{ stripe_webhook_secret: 'x' }, true],
    [{ google_sign_in: true }, true],
    [{ oidc_issuer: 'https://evil.example' }, true],
    [{ oidc_client_secret: 'x' }, true],
    [{ site_name: 'Quill' }, false],
    [{ mail_per_minute: 10 }, false],
    [{ llm_model: 'other' }, false],
    [{ stripe_secret_key: '' }, false],
    [{ smtp_host: undefined }, false],
    [{}, false],
  ])('that leads something elsewhere asks for a proof: %j: %s', (change, isAsked) => {
    expect(needsProof(change)).toBe(isAsked);
  });
  test('also asks for one if it removes the mail server', () => {
    expect(needsProof({ smtp_host: null })).toBe(true);
  });

  const account = (id: string) => `51${id.padEnd(15, 'a')}`;
  const key = (kind: string, mode: string, id: string) => `${kind}_${mode}_${account(id)}${'x'.repeat(60)}`;
  test.each([
    [key('pk', 'test', 'A'), key('sk', 'test', 'A'), undefined],
    [key('pk', 'test', 'A'), key('sk', 'live', 'A'), /test.*live|live.*test/],
    [key('pk', 'live', 'A'), key('rk', 'live', 'B'), /account/],
    [key('pk', 'live', 'A'), null, undefined],
    ['', key('sk', 'live', 'B'), undefined],
    // Short keys are older and don't contain their account.
    ['pk_live_51short', key('sk', 'live', 'B'), undefined],
  ])('of payment keys %#  is refused where they do not belong together', (publishable, secret, problem) => {
    const check = () => assertMatchingKeys(publishable, secret);
    if (problem) expect(check).toThrow(problem);
    else expect(check).not.toThrow();
  });
});

describe('a new secret key for payments', () => {
  const none = { plans: 0, lastUntil: null, buyers: 0, charged: 0, isLive: true };
  test.each([
    [none, undefined],
    [{ ...none, charged: 2, isLive: false }, undefined],
    [{ ...none, buyers: 1 }, '1 member loses the playbooks they bought.'],
    [{ ...none, plans: 1 }, '1 member loses their plan immediately.'],
    [
      { ...none, plans: 2, lastUntil: '2026-05-01T23:00:00Z', charged: 2, buyers: 3 },
      'for now, the last one until May 1, 2026. Then they lose it. 3 members lose the playbooks they bought. Stripe keeps charging 2 members until you cancel their subscriptions there.',
    ],
    [
      { ...none, plans: 1, lastUntil: '2026-05-01T23:00:00Z', charged: 1, isLive: false },
      '1 member keeps their plan for now, until May 1, 2026. Then they lose it. Their subscription at Stripe continues in test mode, where nobody is charged.',
    ],
  ])('says first what it costs members: %j', (losses, words) => {
    const warning = keyChangeWarning(losses);
    if (words === undefined) expect(warning).toBeUndefined();
    else expect(warning).toContain(words);
  });

  test('says it in the language of the page', () => {
    const losses = { ...none, plans: 2, buyers: 1, charged: 1 };
    expect(inLanguage('de', () => keyChangeWarning(losses))).toBe(
      '2 Mitglieder verlieren sofort den Tarif. 1 Mitglied verliert gekaufte Playbooks. Stripe bucht bei 1 Mitglied weiter ab, bis du das Abo dort kündigst.', // cspell:disable-line
    );
  });
});
