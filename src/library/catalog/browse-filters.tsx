import { Form } from 'react-router';
import { limits, promptTypes, searchSorts, sorts } from '#constants';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { inputStyles } from '#ui/forms/field.tsx';
import * as common from '#ui/words/messages.ts';
import { type BrowseQuery, defaultSort } from './public/browse-query.ts';
import { typeLabel } from './public/labels.ts';
import { sortLabels } from './sort-buttons.tsx';
import * as m from './words/messages.ts';

type Props = { path: string; noun: 'prompt' | 'playbook'; query: BrowseQuery };

/** Search, type and order of a public list, as a form that works without JavaScript. */
export function BrowseFilters({ path, noun, query }: Props) {
  const { q, type, category } = query;
  const sort = query.sort ?? defaultSort(q);
  const shown = q ? searchSorts : sorts;
  return (
    // A new key resets the uncontrolled fields when the URL changes.
    <Form
      key={JSON.stringify([q, type, sort])}
      action={path}
      role="search"
      preventScrollReset
      className="mb-5 flex flex-wrap items-center gap-2"
    >
      <input
        type="search"
        id="browse-search"
        name="q"
        defaultValue={q}
        maxLength={limits.searchText}
        aria-label={m.search_items({ noun })}
        placeholder={m.search_items({ noun })}
        className={classNames(inputStyles, 'min-w-[min(12rem,100%)] flex-1 basis-64 max-sm:basis-full')}
      />
      {noun === 'prompt' && (
        <select
          id="browse-type"
          name="type"
          defaultValue={type ?? ''}
          aria-label={common.type()}
          className={classNames(inputStyles, 'w-auto! max-w-full max-sm:flex-auto')}
        >
          <option value="">{m.all_types()}</option>
          {promptTypes.map((item) => (
            <option key={item} value={item}>
              {typeLabel(item)}
            </option>
          ))}
        </select>
      )}
      <select
        id="browse-sort"
        name="sort"
        defaultValue={sort === shown[0] ? '' : sort}
        aria-label={m.sort_by()}
        className={classNames(inputStyles, 'w-auto! max-w-full max-sm:flex-auto')}
      >
        {shown.map((item) => (
          <option key={item} value={item === shown[0] ? '' : item}>
            {sortLabels[item]}
          </option>
        ))}
      </select>
      {category && <input type="hidden" name="category" value={category} />}
      <Button type="submit" variant="secondary" className="min-h-11 max-sm:flex-auto">
        {m.search()}
      </Button>
    </Form>
  );
}
