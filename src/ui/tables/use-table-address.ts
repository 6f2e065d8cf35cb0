import { setParameters, useRequestedSearch } from './use-requested-search.ts';

/** What an admin's table shows, as part of its address: filters (`names`), order and page. */
export function useTableAddress<Name extends string>(names: readonly Name[]) {
  const [search, change] = useRequestedSearch();
  const values = Object.fromEntries(
    [...names, 'sort', 'order', 'page'].flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<Name | 'sort' | 'order' | 'page', string>>;
  /** Another filter or order begins at the first page again. */
  const set = (
    changes: Partial<Record<Name | 'sort' | 'order' | 'page', string | undefined>>,
    isReplaced = false,
  ) => change((next) => setParameters(next, { page: undefined, ...changes }), { replace: isReplaced });
  const { sort, order, page } = values as { sort?: string; order?: string; page?: string };
  return {
    values,
    page: Math.max(1, Number.parseInt(page ?? '1', 10) || 1),
    set,
    sort,
    isAscending: order !== 'desc',
    /** By a column: first up, then down, then the newest first again. */
    sortBy(name: string) {
      const changes: { sort?: string | undefined; order?: string | undefined } =
        sort !== name
          ? { sort: name, order: undefined }
          : order === 'desc'
            ? { sort: undefined, order: undefined }
            : { order: 'desc' };
      set(changes as Parameters<typeof set>[0]);
    },
  };
}
