import * as m from '../words/messages.ts';

/**
 * Whether it is an HTTP(S) URL without user name and password. Doesn't use `URL.parse`, which Safari only has since
 * version 18.
 */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}` === '';
}

/** What is wrong with a text that begins like a URL; undefined for any other text, and if nothing is. */
export function addressProblem(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text)) return undefined;
  if (!URL.canParse(text)) return m.not_an_address();
  return isWebAddress(text) ? undefined : m.address_has_a_password();
}
