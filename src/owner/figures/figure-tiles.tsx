type Tile = { label: string; value: string; note?: string | undefined };

/** Numbers side by side, each with its name above and a note below. */
export const FigureTiles = ({ tiles }: { tiles: Tile[] }) => (
  <dl className="grid grid-cols-2 border-t border-l border-line xl:grid-cols-4">
    {tiles.map(({ label, value, note }) => (
      <div key={label} className="min-w-0 border-r border-b border-line bg-surface px-4 py-4 sm:px-5">
        <dt className="text-[0.8125rem] text-muted">{label}</dt>
        <dd className="mt-1 font-serif text-2xl font-medium tabular-nums [overflow-wrap:anywhere] sm:text-3xl">
          {value}
          {note && <span className="mt-1 block font-sans text-[0.8125rem] text-muted">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
