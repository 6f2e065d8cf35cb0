const secretPart =
  /^((?:\/api\/v1\/gifts|(?:\/api\/v1)?\/collections\/shared|\/functions\/v1\/opened)\/)[^/]+/i;

/** The path of an address as logs and traces may show it: without the query, the codes of gifts, the links of collections and the numbers of opened emails, which are secrets. */
export function shownPath(url: string): string {
  const query = url.indexOf('?');
  return (query < 0 ? url : url.slice(0, query)).replace(secretPart, '$1…');
}
