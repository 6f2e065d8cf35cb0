import { searchSorts, sorts } from '#constants';
import { classNames } from '#ui/class-names.ts';
import * as m from './words/messages.ts';

type Sort = (typeof searchSorts)[number];
export const sortLabels: Record<Sort, string> = {
  get best() {
    return m.best_match();
  },
  get newest() {
    return m.newest();
  },
  get popular() {
    return m.popular();
  },
  get rating() {
    return m.top_rated();
  },
};

type Props = {
  sort: Sort;
  /** Whether there is a search text, so that `best` can be offered. */
  isSearch: boolean;
  /** Called with undefined for the default order. */
  onChange: (sort: Sort | undefined) => void;
};

export function SortButtons({ sort, isSearch, onChange }: Props) {
  const shown = isSearch ? searchSorts : sorts;
  return (
    <fieldset className="flex min-w-0 flex-wrap rounded-md border border-line-strong">
      <legend className="sr-only">{m.sort()}</legend>
      {shown.map((item) => (
        <button
          key={item}
          type="button"
          aria-pressed={sort === item}
          className={classNames(
            'min-h-[42px] grow whitespace-nowrap px-2 text-sm font-medium sm:px-3.5 first:rounded-l-[4px] last:rounded-r-[4px]',
            sort === item ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
          )}
          onClick={() => onChange(item === shown[0] ? undefined : item)}
        >
          {sortLabels[item]}
        </button>
      ))}
    </fieldset>
  );
}
