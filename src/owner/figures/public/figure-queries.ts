import type { FigureUnit } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** The current state of the site. */
export const figureSummaryQuery = {
  queryKey: queryKeys.admin.figures.summary,
  queryFn: async () => (await api.admin.figures.summary.$get()).json(),
  staleTime: 0,
};

export type AskedRange = { unit: FigureUnit; from?: string; to?: string };
/** The figures of a range; without days, the most recent ones. */
export const figuresQuery = (range: AskedRange) => ({
  queryKey: queryKeys.admin.figures.of(range),
  queryFn: async () => (await api.admin.figures.$get({ query: range })).json(),
  staleTime: 0,
});
