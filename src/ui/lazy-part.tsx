import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import { Button } from './button.tsx';
import { loadPageAgain } from './load-page-again.ts';
import { whenIdle } from './when-idle.ts';
import * as m from './words/messages.ts';

type Options<Props> = {
  /** Shown while the code is loading. */
  pending?: (props: Props) => ReactNode;
  /** Shown if the code fails to load. */
  missing?: (props: Props, retry: () => void) => ReactNode;
  /** Loaded as soon as the browser is idle, even before it is shown, so that it works offline too. */
  comesSoon?: boolean;
};

/**
 * A part of a page whose code is loaded when it is first shown. If the code fails to load (offline, or a file of an older release), the
 * rest of the page works, and loading is tried again when the network is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  {
    pending = () => null,
    missing = (_props, retry) => <MissingPart retry={retry} />,
    comesSoon = false,
  }: Options<Props> = {},
) {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  function preload(): Promise<void> {
    loading ??= load().then(
      (module) => {
        Part = module.default;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: only called at the top level of a module, like React's own lazy().
  function LazyPart(props: Props) {
    const [failed, setFailed] = useState<number>();
    const [attempt, retry] = useReducer((count: number) => count + 1, 0);
    const [, show] = useReducer((count: number) => count + 1, 0);
    const shown = Part;
    // A failure belongs to one attempt, so a retry starts without one, and fails visibly even before the next render.
    const isMissing = failed === attempt;
    useEffect(() => {
      if (Part) {
        // It may have loaded between render and this effect.
        if (!shown) show();
        return;
      }
      let isOver = false;
      preload().then(
        () => isOver || show(),
        () => isOver || setFailed(attempt),
      );
      return () => {
        isOver = true;
      };
    }, [attempt]);
    useEffect(() => {
      if (!isMissing) return;
      window.addEventListener('online', retry);
      return () => window.removeEventListener('online', retry);
    }, [isMissing]);
    if (Part) return <Part {...props} />;
    const again = () => {
      void loadPageAgain();
      retry();
    };
    return isMissing ? missing(props, again) : pending(props);
  }
  /** Loads the code before it is first shown; settles either way. */
  const ahead = () => preload().catch(() => undefined);
  if (comesSoon) whenIdle(ahead);
  return Object.assign(LazyPart, { preload: ahead, hasCome: () => Part !== undefined });
}

/**
 * For a page that waits for one of its parts, because the part would shift others: whether its code has loaded or can't be loaded. Loading
 * starts once the part is wanted.
 */
export function useSettled(
  { preload, hasCome }: { preload(): Promise<void>; hasCome(): boolean },
  isWanted = true,
) {
  const [isSettled, settle] = useState(hasCome);
  useEffect(() => {
    if (!isWanted || isSettled) return;
    let isOver = false;
    void preload().then(() => isOver || settle(true));
    return () => {
      isOver = true;
    };
  }, [preload, isWanted, isSettled]);
  return isSettled || !isWanted;
}

const MissingPart = ({ retry }: { retry: () => void }) => (
  <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
    {m.part_not_loaded()}
    <Button size="small" variant="secondary" onClick={retry}>
      {m.try_again()}
    </Button>
  </p>
);
