import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows what a change has saved. An answer that was asked for before would hide it, or end the polling that it starts. */
export function showSaved(client: QueryClient, queryKey: QueryKey, saved: unknown): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, saved);
}
