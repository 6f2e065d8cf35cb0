import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { allowOwnScripts } from './content-policy.server.ts';

const nonce = '0b5e8c1e-6f0a-4c57-9d1e-0a6b1c2d3e4f';
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const allowed = (html: string) =>
  /script-src 'self' ?([^;]*)/.exec(allowOwnScripts(html, nonce).policy)?.[1]?.split(' ').filter(Boolean);

describe('the policy of a page', () => {
  test('allows the inline scripts of its rendering, each once', () => {
    expect(allowed('<p>none</p>')).toEqual([]);
    expect(
      allowed(
        `<script nonce="${nonce}">a()</script><script type="module" async="" nonce="${nonce}">\nb()\n</script><script nonce="${nonce}">a()</script>`,
      ),
    ).toEqual([hashOf('a()'), hashOf('\nb()\n')]);
    expect(allowed(`<script nonce="${nonce}" src="/assets/x.js"></script>`)).toEqual([]);
  });

  test('allows no script that is part of a text on the page', () => {
    for (const injected of [
      '<script>evil()</script>',
      '<script nonce="">evil()</script>',
      '<script nonce="00000000-0000-4000-8000-000000000000">evil()</script>',
      `<script data-x="nonce=&quot;${'x'}&quot;">evil()</script>`,
    ])
      expect(allowed(`${injected}<script nonce="${nonce}">own()</script>`)).toEqual([hashOf('own()')]);
  });

  test('leaves no marks in the page', () => {
    const { html } = allowOwnScripts(
      `<link nonce="${nonce}" rel="modulepreload" href="/x.js"/><script nonce="${nonce}">own()</script>`,
      nonce,
    );
    expect(html).toBe('<link rel="modulepreload" href="/x.js"/><script>own()</script>');
  });
});
