/**
 * The keys in a bucket that begin with a prefix. Leaves out those with characters that XML escapes, which none of ours has.
 * @param ask sends a query to the bucket, and returns the text of its answer
 * @throws Error if the answer isn't a list
 */
export async function listKeys(
  prefix: string,
  ask: (query: URLSearchParams) => Promise<string>,
): Promise<string[]> {
  const keys: string[] = [];
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (token) query.set('continuation-token', token);
    const text = await ask(query);
    if (!text.includes('<ListBucketResult'))
      throw new Error('The storage does not answer like S3. Check the address.');
    keys.push(...[...text.matchAll(/<Key>([^<&]+)<\/Key>/g)].map(([, key = '']) => key));
    token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]?.replaceAll('&amp;', '&');
  } while (token);
  return keys;
}
