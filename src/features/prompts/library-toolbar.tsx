import { useQuery } from '@tanstack/react-query';
import { Heart, Search, SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { difficulties, limits, promptTypes, sorts } from '#constants';
import { Chip } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import { inputLook } from '#ui/field.tsx';
import type { useLibraryFilters } from './library-filters.ts';
import { categoriesQuery } from './prompt-queries.ts';

type Controls = ReturnType<typeof useLibraryFilters>;
const typingMilliseconds = 200;
const sortLabels = { newest: 'Newest', popular: 'Popular', rating: 'Top rated' } as const;

export function LibraryToolbar({ filters, change }: Controls) {
  const [isPanelOpen, setIsPanelOpen] = useState(
    filters.category !== undefined || filters.difficulty !== undefined,
  );
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-3">
        <SearchBox value={filters.q} onChange={(q) => change({ q }, { replace: true })} />
        <fieldset className="flex rounded-md border border-line-strong">
          <legend className="sr-only">Sort</legend>
          {sorts.map((sort) => (
            <button
              key={sort}
              type="button"
              aria-pressed={filters.sort === sort}
              className={classNames(
                'min-h-11 px-3.5 text-sm font-medium first:rounded-l-[4px] last:rounded-r-[4px]',
                filters.sort === sort ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
              )}
              onClick={() => change({ sort: sort === 'newest' ? undefined : sort })}
            >
              {sortLabels[sort]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="flex flex-wrap gap-2">
        {promptTypes.map((type) => (
          <Chip
            key={type}
            pressed={filters.type === type}
            onClick={() => change({ type: filters.type === type ? undefined : type })}
          >
            {type}
          </Chip>
        ))}
        <Chip
          pressed={filters.favorites}
          onClick={() => change({ favorites: filters.favorites ? undefined : 'true' })}
        >
          <Heart className="size-3.5" aria-hidden="true" />
          Favorites
        </Chip>
        <button
          type="button"
          aria-expanded={isPanelOpen}
          aria-controls="more-filters"
          className="inline-flex min-h-8 items-center gap-1.5 px-2 text-[0.8125rem] font-semibold text-accent"
          onClick={() => setIsPanelOpen(!isPanelOpen)}
        >
          <SlidersHorizontal className="size-3.5" aria-hidden="true" />
          More Filters
        </button>
      </div>
      <div id="more-filters">{isPanelOpen && <FilterPanel filters={filters} change={change} />}</div>
    </div>
  );
}

/** Searches while one types; `/` comes here from anywhere on the page. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);

  useEffect(() => {
    // The address has changed by other means: back, forward, Clear all filters.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, typingMilliseconds);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <label className="relative min-w-60 flex-1">
      <span className="sr-only">Search prompts</span>
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <input
        ref={input}
        type="search"
        className={classNames(inputLook, 'pl-10')}
        placeholder="Search title, description or tag"
        maxLength={limits.searchText}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

function FilterPanel({ filters, change }: Pick<Controls, 'filters' | 'change'>) {
  const { data } = useQuery(categoriesQuery);
  return (
    <div className="grid gap-5 border-y border-line py-5">
      <fieldset>
        <legend className="eyebrow mb-2.5">Category</legend>
        <div className="flex min-h-8 flex-wrap gap-2">
          {data?.prompts.map(({ name, count }) => (
            <Chip
              key={name}
              pressed={filters.category === name}
              onClick={() => change({ category: filters.category === name ? undefined : name })}
            >
              {name} <span className="opacity-75">{count}</span>
            </Chip>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="eyebrow mb-2.5">Difficulty</legend>
        <div className="flex flex-wrap gap-2">
          {difficulties.map((difficulty) => (
            <Chip
              key={difficulty}
              className="capitalize"
              pressed={filters.difficulty === difficulty}
              onClick={() =>
                change({ difficulty: filters.difficulty === difficulty ? undefined : difficulty })
              }
            >
              {difficulty}
            </Chip>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
