/** Whether it is an address on the web without a name and password in it. Safari has `URL.parse` only since version 18. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}` === '';
}
