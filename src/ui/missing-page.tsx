import type { ReactNode } from 'react';
import { isUnknown } from '#platform/client/api-client.ts';
import { EmptyState } from './empty-state.tsx';
import { TryAgain } from './try-again.tsx';

type Props = {
  error: Error;
  notFoundTitle: string;
  failedTitle: string;
  retry: () => unknown;
  /** What to do if it wasn't found. */
  children?: ReactNode;
};

/** Replaces a record that doesn't exist or couldn't be loaded; the latter can be tried again. */
export function Missing({ error, notFoundTitle, failedTitle, retry, children }: Props) {
  const isNotFound = isUnknown(error);
  return (
    <EmptyState title={isNotFound ? notFoundTitle : failedTitle}>
      {isNotFound ? children : <TryAgain retry={retry} />}
    </EmptyState>
  );
}
