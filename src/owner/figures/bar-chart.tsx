import { useId } from 'react';

const [width, height] = [600, 140];

type Bar = { label: string; value: number | null };
type Props = {
  title: string;
  /** The sum, or the last value of a state. */
  total: string;
  bars: Bar[];
  format: (value: number) => string;
  /** What screen readers say instead of the picture; the numbers themselves are in a table. */
  summary: string;
};

/** Bars from zero, one for each unit of time. Hovering over a bar shows its number. */
export function BarChart({ title, total, bars, format, summary }: Props) {
  const id = useId();
  const highest = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const step = width / Math.max(1, bars.length);
  const gap = Math.min(4, step * 0.25);
  return (
    <figure aria-labelledby={id} className="min-w-0 border-r border-b border-line bg-surface p-4 sm:p-5">
      <figcaption id={id} className="flex items-baseline justify-between gap-4">
        <span className="text-[0.8125rem] text-muted">{title}</span>
        <span className="font-serif text-xl font-medium tabular-nums">{total}</span>
      </figcaption>
      <p className="mt-3 text-[0.6875rem] text-muted tabular-nums" aria-hidden="true">
        {highest > 0 ? format(highest) : '\u00a0'}
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
        className="mt-1 block h-28 w-full border-y border-line"
      >
        {bars.map(({ label, value }, index) => {
          const share = highest > 0 ? (value ?? 0) / highest : 0;
          // Draw non-zero values at least two units high.
          const size = value ? Math.max(2, share * height) : 0;
          return (
            <g key={label}>
              <title>{value === null ? `${label}: –` : `${label}: ${format(value)}`}</title>
              <rect x={index * step} y="0" width={step} height={height} fill="transparent" />
              <rect
                x={index * step + gap / 2}
                y={height - size}
                width={step - gap}
                height={size}
                className="fill-accent"
              />
            </g>
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between gap-4 text-[0.6875rem] text-muted" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.length > 1 && bars.at(-1)?.label}</span>
      </p>
    </figure>
  );
}
