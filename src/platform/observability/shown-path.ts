const secretPart =
  /^((?:\/api\/v1\/gifts|(?:\/api\/v1)?\/collections\/shared|\/functions\/v1\/opened)\/)[^/]+/i;

/**
 * A URL's path as it may appear in logs and traces. Leaves out secrets: the query, and the codes of gifts, collection
 * links and opened emails.
 */
export function shownPath(url: string): string {
  const query = url.indexOf('?');
  return (query < 0 ? url : url.slice(0, query)).replace(secretPart, '$1…');
}
