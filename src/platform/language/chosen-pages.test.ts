import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { clientAddress } from '../http/client-address.server.ts';
import { refuseOtherOrigins } from '../http/same-origin.server.ts';
import { canonicalAddress } from '../pages/canonical-address.ts';
import { plural } from '../text/plural.ts';
import { askedLocale, chooseLocale } from './choose-locale.server.ts';
import { eachLocale } from './locale.ts';
import { inLanguage } from './locale-context.server.ts';

describe('the canonical URL of a page', () => {
  test.each([
    ['/prompts/', '/prompts'],
    ['/prompts//?q=A', '/prompts?q=A'],
    ['/Prompt/My-Prompt', '/prompt/my-prompt'],
    ['/prompt/Caf%C3%A9', '/prompt/caf%C3%A9'],
    // The hexadecimal digits of an encoded character aren't letters, but what follows them is.
    ['/category/%C3%84BC', '/category/%C3%84bc'],
    ['/category/%c3%84', undefined],
    ['/category/a%2Fb', undefined],
    ['/', undefined],
    ['/prompts', undefined],
    ['/prompts?Sort=New', undefined],
    ['//evil.example/', undefined],
  ])('of %s is %s', (address, canonical) => {
    expect(canonicalAddress(`http://quill.example${address}`)).toBe(canonical);
  });
});

describe('the language of an answer', () => {
  test.each([
    [null, null, undefined],
    [null, 'de', 'de'],
    [null, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    [null, 'fr-FR,fr;q=0.9,DE;q=0.3,en;q=0.2', 'de'],
    [null, 'en;q=0.5,de;q=0.9', 'de'],
    [null, 'de;q=0, en', 'en'],
    [null, 'de;q=0', undefined],
    [null, 'fr', undefined],
    [null, `${'fr,'.repeat(200)}de`, undefined],
    ['locale=de', 'en', 'de'],
    ['a=1; locale=en; b=2', 'de', 'en'],
    // Another cookie, or an unsupported language.
    ['my_locale=de', 'en', 'en'],
    ['locale=fr', 'de', 'de'],
    ['locale=deu', null, undefined],
    ['locale=', 'de', 'de'],
  ])('with the cookie %j for a browser that accepts %j is %s', (cookie, accepted, locale) => {
    expect(askedLocale(cookie, accepted)).toBe(locale);
    expect(chooseLocale(cookie, accepted)).toBe(locale ?? 'en');
  });

  test('is the same for a returning visitor, however many others come in between', () => {
    expect(askedLocale(null, 'de-CH')).toBe('de');
    for (let number = 0; number < 250; number += 1) askedLocale(null, `fr-${number}`);
    expect(askedLocale(null, 'de-CH')).toBe('de');
    expect(askedLocale(null, 'fr-7')).toBeUndefined();
    expect(askedLocale(null, 'de-LI')).toBe('de');
  });

  test("doesn't leak from one reader to the next, even across an await", async () => {
    const number = eachLocale((intl) => new Intl.NumberFormat(intl));
    const say = async () => {
      await Promise.resolve();
      return number().format(1_234.5);
    };
    expect(
      await Promise.all([inLanguage('de', say), say(), inLanguage('fr', say), inLanguage(null, say)]),
    ).toEqual([...['1.234,5', '1,234.5', '1,234.5', '1,234.5']]);
  });

  test('uses its own plural forms, and exact numbers before those', () => {
    const forms = { '=0': () => 'none', one: (n: string) => `${n} day`, other: (n: string) => `${n} days` };
    expect([0, 1, 2, 1_000].map((count) => plural(count, forms))).toEqual([
      ...['none', '1 day', '2 days', '1,000 days'],
    ]);
    expect(inLanguage('de', () => plural(1_000, forms))).toBe('1.000 days');
    expect(plural(1, { other: (shown) => `${shown} of them` })).toBe('1 of them');
  });
});

describe('the caller behind a proxy', () => {
  const ask = async (trustProxy: boolean, forwarded?: string) => {
    const app = new Hono().get('/', (c) => c.text(clientAddress(trustProxy)(c)));
    return (
      await app.request('/', { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } })
    ).text();
  };

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['10.0.0.1, 192.0.2.7 ', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    // One IPv6 network is one client, however it is written.
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    // Some proxies add the port, which differs for every connection.
    ['10.0.0.1, 192.0.2.7:50123', '192.0.2.7'],
    ['[2001:db8::1]:50123', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['[::ffff:192.0.2.7]:50123', '192.0.2.7'],
    // Everything that isn't an address counts as one caller.
    ['not an address', 'unknown'],
    ['192.0.2.7:50123:1', 'unknown'],
    ['192.0.2', 'unknown'],
    ['_hidden', 'unknown'],
  ])('who sends %j is %s', async (forwarded, address) => {
    expect(await ask(true, forwarded)).toBe(address);
  });

  test("isn't taken from the header if no proxy is trusted", async () => {
    expect(await ask(false, '192.0.2.7')).toBe('unknown');
    expect(await ask(true, ' , ')).toBe('unknown');
  });
});

describe('a write request from another page', () => {
  const ask = async (
    trustProxy: boolean,
    headers: Record<string, string>,
    method = 'POST',
    path = '/api/v1/x',
  ) => {
    const app = new Hono();
    app.use(refuseOtherOrigins('https://quill.example/', trustProxy, (at) => at.startsWith('/open')));
    app.all('*', (c) => c.text('done'));
    app.onError((_error, c) => c.text('refused', 403));
    const answer = await app.request(`http://internal:3000${path}`, {
      method,
      headers: { host: 'internal:3000', ...headers },
    });
    return answer.text();
  };

  test.each([
    [{}, 'done'],
    [{ origin: 'https://quill.example' }, 'done'],
    [{ origin: 'http://internal:3000' }, 'done'],
    [{ origin: 'http://quill.example' }, 'refused'],
    [{ origin: 'https://quill.example:444' }, 'refused'],
    [{ origin: 'https://quill.example.evil.example' }, 'refused'],
    [{ origin: 'null' }, 'refused'],
    [{ 'sec-fetch-site': 'cross-site' }, 'refused'],
    [{ 'sec-fetch-site': 'same-site' }, 'done'],
    [{ origin: 'https://quill.example', 'sec-fetch-site': 'cross-site' }, 'refused'],
  ])('with %j is %s', async (headers, outcome) => {
    expect(await ask(false, headers)).toBe(outcome);
  });

  test('is accepted from the host that a trusted proxy names, and from no other', async () => {
    const headers = { origin: 'https://www.quill.example', 'x-forwarded-host': 'www.quill.example' };
    expect([await ask(true, headers), await ask(false, headers)]).toEqual(['done', 'refused']);
  });

  test('is accepted where all origins may write, and reading is always allowed', async () => {
    const origin = { origin: 'https://evil.example' };
    expect(await ask(false, origin, 'POST', '/open/mcp')).toBe('done');
    expect(await ask(false, origin, 'GET')).toBe('done');
    expect(await ask(false, origin, 'DELETE')).toBe('refused');
  });
});
