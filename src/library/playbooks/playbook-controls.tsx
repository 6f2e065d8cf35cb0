import { type Filters, SearchAndSort } from '#library/catalog/public/search-and-sort.tsx';
import { withChosen } from '#library/catalog/public/with-chosen.ts';
import { classNames } from '#ui/class-names.ts';
import { formatNumber } from '#ui/format.ts';
import { inputStyles } from '#ui/forms/field.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

type Props = Filters & {
  /** `count`: the number of its playbooks. */
  categories: readonly { name: string; count: number }[];
};

/** Search, filters and sort order of the member's playbooks. */
export const PlaybookControls = ({ filters, change, categories }: Props) => (
  <>
    <SearchAndSort label={m.search_playbooks()} filters={filters} change={change} />
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-1">
      <label className="flex max-w-full flex-wrap items-center gap-2 text-sm font-medium">
        {common.category()}
        <select
          className={classNames(inputStyles, 'w-52! max-w-full')}
          value={filters.category ?? ''}
          onChange={(event) => change({ category: event.target.value || undefined })}
        >
          <option value="">{m.all_categories()}</option>
          {withChosen(categories, filters.category).map(({ name, count }) => (
            <option key={name} value={name}>
              {count === undefined ? name : `${name} (${formatNumber(count)})`}
            </option>
          ))}
        </select>
      </label>
      <label className="flex min-h-11 items-center gap-2 text-sm font-medium">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={filters.favorites}
          onChange={(event) => change({ favorites: event.target.checked ? 'true' : undefined })}
        />
        {m.show_favorites_only()}
      </label>
      <label className="flex min-h-11 items-center gap-2 text-sm font-medium">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={filters.purchased}
          onChange={(event) => change({ purchased: event.target.checked ? 'true' : undefined })}
        />
        {m.show_purchased_only()}
      </label>
    </div>
  </>
);
