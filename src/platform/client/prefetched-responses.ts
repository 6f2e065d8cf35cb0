/** What the page's own script has asked the API for, while the app was still on its way. */
type Prefetched = {
  /** Of whose session the answers are. */
  token: string;
  /** In milliseconds of `performance.now()`. */
  at: number;
  answers: Map<string, Promise<Response>>;
};
/** The page's own script and the app are built apart, and share nothing else. */
const page = globalThis as { promptoryPrefetched?: Prefetched | undefined };

/** Older answers are of a page whose app took too long. */
const oldestMilliseconds = 10_000;

const addressOf = (input: RequestInfo | URL) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
  return pathname + search;
};

/** Asks for these addresses of the API, each once. Gives their answers by address, unread. */
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

/** The answer that was asked for ahead, to one caller; undefined where there is none, or where asking again may help. */
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

/** To be called before anything is changed: what was asked for ahead is as it was before. */
export function discardPrefetched(): void {
  page.promptoryPrefetched = undefined;
}
