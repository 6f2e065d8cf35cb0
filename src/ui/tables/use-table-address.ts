import { limits } from '#constants';
import { leaving } from '../overlays/leaving.ts';
import { setParameters, useRequestedSearch } from './use-requested-search.ts';

/** The values that a parameter can have: a list of choices, or any text, cut to this many characters. */
type Known = readonly string[] | number;

/** Reads one parameter. An invalid value counts as missing, because the server would refuse it every time. */
export function readParameter<Choice extends string>(
  search: URLSearchParams,
  name: string,
  known: readonly Choice[],
): Choice | undefined;
export function readParameter(search: URLSearchParams, name: string, known: Known): string | undefined;
export function readParameter(search: URLSearchParams, name: string, known: Known): string | undefined {
  const value = search.get(name);
  if (typeof known !== 'number') return known.find((choice) => choice === value);
  return value?.includes('\0') ? undefined : value?.slice(0, known) || undefined;
}

/** The page number in a URL, starting at 1. */
export function readPage(search: URLSearchParams): number {
  const value = readParameter(search, 'page', 7);
  return /^[1-9]\d{0,5}$/.test(value ?? '') ? Number(value) : 1;
}

/** The state of an admin table in the URL: the search (`q`), filters, order and page. */
export function useTableAddress<Name extends string>(
  filters: Readonly<Record<Name, Known>>,
  sorts: readonly string[] = [],
) {
  const [search, change] = useRequestedSearch();
  const page = readPage(search);
  const known = { q: limits.searchText, ...filters, sort: sorts, order: ['asc', 'desc'] };
  const values: Partial<Record<Name | 'q' | 'sort' | 'order' | 'page', string>> = {};
  for (const [name, allowed] of Object.entries<Known>(known)) {
    const value = readParameter(search, name, allowed);
    if (value !== undefined) values[name as Name] = value;
  }
  if (page > 1) values.page = String(page);
  /** Changing a filter or the order returns to the first page. */
  const set = (
    changes: Partial<Record<Name | 'q' | 'sort' | 'order' | 'page', string | undefined>>,
    { replace = false }: { replace?: boolean } = {},
  ) =>
    change((next) => setParameters(next, { page: undefined, ...changes }), {
      replace,
      // It keeps an editor that was opened since.
      ...(replace && { state: leaving }),
    });
  const { sort, order } = values as { sort?: string; order?: string };
  return {
    values,
    page,
    set,
    sort,
    isAscending: order !== 'desc',
    /** Sorts by a column: ascending, then descending, then newest first again. */
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
