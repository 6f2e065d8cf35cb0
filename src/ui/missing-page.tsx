import type { ReactNode } from 'react';
import { ApiError } from '#platform/client/api-client.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import * as m from './words/messages.ts';

type Props = {
  /** Accessible page name. */
  heading: string;
  error: Error;
  goneTitle: string;
  failedTitle: string;
  retry: () => unknown;
  /** What to do where it is gone. */
  children?: ReactNode;
};

/** Instead of a page that could not be loaded: it does not exist, or it can be tried again. */
export function MissingPage({ heading, error, goneTitle, failedTitle, retry, children }: Props) {
  const isGone = error instanceof ApiError && [404, 422].includes(error.status);
  return (
    <>
      <h1 className="sr-only">{heading}</h1>
      <EmptyState title={isGone ? goneTitle : failedTitle}>
        {isGone ? (
          children
        ) : (
          <Button variant="secondary" onClick={() => void retry()}>
            {m.try_again()}
          </Button>
        )}
      </EmptyState>
    </>
  );
}
