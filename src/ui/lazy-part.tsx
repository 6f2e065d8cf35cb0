import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import { Button } from './button.tsx';
import { loadPageAgain } from './load-page-again.ts';
import { whenIdle } from './when-idle.ts';
import * as m from './words/messages.ts';

type Options<Props> = {
  /** Shown until the code is there. */
  pending?: (props: Props) => ReactNode;
  /** Shown if the code cannot be loaded. */
  missing?: (props: Props, retry: () => void) => ReactNode;
  /** Loaded as soon as the browser is idle, also before it is shown, so that it is there without a network too. */
  comesSoon?: boolean;
};

/**
 * A part of a page whose code is loaded when it is first shown. Code that cannot be loaded (no network, a file of an older
 * release) costs the page this part only, and is asked for again when the network is back.
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

  // biome-ignore lint/correctness/noComponentHookFactories: called at the top of a module only, as React's own lazy().
  function LazyPart(props: Props) {
    const [isMissing, setIsMissing] = useState(false);
    const [attempt, retry] = useReducer((count: number) => count + 1, 0);
    const [, show] = useReducer((count: number) => count + 1, 0);
    const shown = Part;
    // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
    useEffect(() => {
      if (Part) {
        // It may have loaded between render and this effect.
        if (!shown) show();
        return;
      }
      let isOver = false;
      setIsMissing(false);
      preload().then(
        () => isOver || show(),
        () => isOver || setIsMissing(true),
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
  /** Loads the code ahead of the first time; settles either way. */
  const ahead = () => preload().catch(() => undefined);
  if (comesSoon) whenIdle(ahead);
  return Object.assign(LazyPart, { preload: ahead, hasCome: () => Part !== undefined });
}

/**
 * For a page that shows nothing before one of its parts, which would move others: whether its code has come or cannot be loaded. It is
 * loaded as soon as it is wanted.
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
