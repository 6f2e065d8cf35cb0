import type { ReactNode } from 'react';
import { ApiError } from '#platform/client/api-client.ts';
import { EmptyState } from './empty-state.tsx';
import { TryAgain } from './try-again.tsx';

type Props = {
  /** Accessible page name. */
  heading: string;
  error: Error;
  notFoundTitle: string;
  failedTitle: string;
  retry: () => unknown;
  /** What to do when it was not found. */
  children?: ReactNode;
};

/** Instead of a page that could not be loaded: it does not exist, or it can be tried again. */
export function MissingPage({ heading, error, notFoundTitle, failedTitle, retry, children }: Props) {
  const isNotFound = error instanceof ApiError && [404, 422].includes(error.status);
  return (
    <>
      <h1 className="sr-only">{heading}</h1>
      <EmptyState title={isNotFound ? notFoundTitle : failedTitle}>
        {isNotFound ? children : <TryAgain retry={retry} />}
      </EmptyState>
    </>
  );
}
