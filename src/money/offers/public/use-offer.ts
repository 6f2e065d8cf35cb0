import { useEffect, useState } from 'react';
import { useSession } from '#people/session/public/session.tsx';
import { messageOf } from '#platform/error-message.ts';
import { setParameters, useRequestedSearch } from '#ui/tables/use-requested-search.ts';
import type { OfferQuote } from '../offers.contract.ts';

type State =
  | { status: 'none' | 'loading' }
  | { status: 'applied'; quote: OfferQuote }
  | { status: 'refused'; message: string };

export type OfferState = State & { code: string; apply(code: string): void; remove(): void };

/**
 * The code in the page's URL, `?code=`, and its value for a playbook or for the plans. In the URL, it survives signing in, and an owner can
 * share the link. Visitors use it too, so it loads no query library.
 */
export function useOffer(playbook?: string): OfferState {
  const [search, change] = useRequestedSearch();
  const { status: session } = useSession();
  const [state, setState] = useState<State>({ status: 'none' });
  /** How often the code in the URL was applied again. */
  const [attempt, setAttempt] = useState(0);
  const code = search.get('code')?.trim() ?? '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: applying it again sends another request.
  useEffect(() => {
    if (code === '') return setState({ status: 'none' });
    // A member's own redemptions count, so the session has to be known.
    if (session === 'loading') return setState({ status: 'loading' });
    let isOver = false;
    setState({ status: 'loading' });
    void (async () => {
      const { api } = await import('#platform/client/api-client.ts');
      const json = playbook === undefined ? { code } : { code, playbook };
      const next = await api.offers.quote
        .$post({ json })
        .then(async (answer): Promise<State> => ({ status: 'applied', quote: await answer.json() }))
        .catch(
          (error: unknown): State => ({
            status: 'refused',
            message: messageOf(error),
          }),
        );
      if (!isOver) setState(next);
    })();
    return () => {
      isOver = true;
    };
  }, [code, playbook, session, attempt]);

  const setCode = (value: string) =>
    change((next) => setParameters(next, { code: value }), { replace: true });
  const apply = (value: string) => (value.trim() === code ? setAttempt(attempt + 1) : setCode(value.trim()));
  return { ...state, code, apply, remove: () => setCode('') };
}
