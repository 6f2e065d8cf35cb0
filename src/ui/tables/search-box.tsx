import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '#constants';
import { classNames } from '../class-names.ts';
import { inputStyles } from '../forms/field.tsx';
import * as m from '../words/messages.ts';

const typingMilliseconds = 200;

/** Searches while the member types. */
export function SearchBox({
  label,
  placeholder = m.search_title_description_or_tag(),
  value,
  onChange,
}: {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  /** The value that is shown, and those on their way to the URL, oldest first. */
  const sent = useRef([value]);

  useEffect(() => {
    // The URL's value is trimmed, but a trailing space may be the one before the next word.
    const arrived = sent.current.findIndex((text) => text.trim() === value.trim());
    sent.current = arrived === -1 ? [value] : sent.current.slice(arrived);
    // The URL has changed by other means: back, forward, Clear all filters. Late updates are ignored, because there is newer input.
    if (arrived === -1) setText(value);
  }, [value]);
  useEffect(() => {
    if (text === sent.current.at(-1)) return;
    const timer = setTimeout(() => {
      sent.current.push(text);
      onChange(text);
    }, typingMilliseconds);
    return () => clearTimeout(timer);
  }, [text, onChange]);

  return (
    <label className="relative min-w-[min(15rem,100%)] flex-1">
      <span className="sr-only">{label}</span>
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <input
        type="search"
        className={classNames(inputStyles, 'pl-10 text-ellipsis')}
        placeholder={placeholder}
        maxLength={limits.searchText}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
