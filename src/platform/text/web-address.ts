/**
 * Whether it is an HTTP(S) URL without user name and password. Doesn't use `URL.parse`, which Safari only has since
 * version 18.
 */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}` === '';
}
