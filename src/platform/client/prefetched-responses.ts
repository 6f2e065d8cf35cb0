/** API responses that the page's own script has requested before the app was loaded. */
type Prefetched = {
  /** The access token that the requests were sent with. */
  token: string;
  /** In milliseconds of `performance.now()`. */
  at: number;
  answers: Map<string, Promise<Response>>;
};
/** The page's script and the app are built separately; this is all they share. */
const page = globalThis as { promptoryPrefetched?: Prefetched | undefined };

/** Ignore older responses: the app took too long to load. */
const oldestMilliseconds = 10_000;

const addressOf = (input: RequestInfo | URL) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
  return pathname + search;
};

/** Requests these API URLs, once each. Returns the responses by URL, with unread bodies. */
export function prefetchResponses(
  addresses: readonly string[],
  token: string,
  headers: Record<string, string>,
): Prefetched['answers'] {
  const ask = async (address: string) => {
    const answer = await fetch(address, { headers: { ...headers, authorization: `Bearer ${token}` } });
    return new Response(await answer.arrayBuffer(), answer);
  };
  const answers = new Map(addresses.map((address) => [address, ask(address)]));
  for (const answer of answers.values()) answer.catch(() => undefined);
  page.promptoryPrefetched = { token, at: performance.now(), answers };
  return new Map(answers);
}

/** A prefetched response, which only one caller gets; undefined if there is none, or if repeating the request may help. */
export async function takePrefetched(
  input: RequestInfo | URL,
  token: string | undefined,
): Promise<Response | undefined> {
  const { promptoryPrefetched: asked } = page;
  if (!asked || asked.token !== token || performance.now() - asked.at > oldestMilliseconds) return undefined;
  const address = addressOf(input);
  const answer = asked.answers.get(address);
  asked.answers.delete(address);
  const response = await answer?.catch(() => undefined);
  return response?.ok || response?.status === 404 ? response : undefined;
}

/** Call before changing anything, since prefetched responses don't include the change. */
export function discardPrefetched(): void {
  page.promptoryPrefetched = undefined;
}
