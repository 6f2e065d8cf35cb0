import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#ui/empty-state.tsx';
import { Difference } from '#ui/saving/difference.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import type { MyVersion } from './my-versions.contract.ts';
import { myVersionDifferenceQuery } from './public/my-version-queries.ts';
import * as m from './words/messages.ts';

/** The member's changes to their version since the original was last merged. */
export function MyVersionDifference({ mine: { id, updated_at } }: { mine: MyVersion }) {
  const { data, error, refetch } = useQuery(myVersionDifferenceQuery(id, updated_at));
  if (error && !data)
    return (
      <EmptyState title={error.message}>
        <TryAgain retry={refetch} />
      </EmptyState>
    );
  if (!data) return <div className="skeleton h-72" role="status" aria-label={m.loading_my_versions()} />;
  if (data.some(({ kind }) => kind !== 'same')) return <Difference changes={data} />;
  return <EmptyState title={m.no_difference()}>{m.no_difference_note()}</EmptyState>;
}
