import { sorts } from '#constants';
import { classNames } from '#ui/class-names.ts';
import * as m from '../words/messages.ts';

type Sort = (typeof sorts)[number];
export const sortLabels: Record<Sort, string> = {
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

/** `onChange` gets undefined for the default order. */
export function SortButtons({ sort, onChange }: { sort: Sort; onChange: (sort: Sort | undefined) => void }) {
  return (
    <fieldset className="flex rounded-md border border-line-strong">
      <legend className="sr-only">{m.sort()}</legend>
      {sorts.map((item) => (
        <button
          key={item}
          type="button"
          aria-pressed={sort === item}
          className={classNames(
            'min-h-11 px-3.5 text-sm font-medium first:rounded-l-[4px] last:rounded-r-[4px]',
            sort === item ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
          )}
          onClick={() => onChange(item === 'newest' ? undefined : item)}
        >
          {sortLabels[item]}
        </button>
      ))}
    </fieldset>
  );
}
