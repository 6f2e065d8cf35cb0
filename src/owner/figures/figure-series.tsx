import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { csvTable } from '#platform/text/csv.ts';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { Table } from '#ui/tables/table.tsx';
import { BarChart } from './bar-chart.tsx';
import { bucketLabel, figureList, formatFigure, plainAmount } from './figure-words.ts';
import type { Figures } from './figures.contract.ts';
import * as m from './words/messages.ts';

/** A chart for each figure. */
export function FigureCharts({ report: { unit, series, now } }: { report: Figures }) {
  const { currency } = now;
  return (
    <div className="grid border-t border-l border-line md:grid-cols-2 xl:grid-cols-3">
      {figureList.map(({ name, label, isMoney, isState }) => {
        const bars = series.map((row) => ({ label: bucketLabel(unit, row.start), value: row[name] }));
        const known = bars.flatMap(({ value }) => value ?? []);
        const total =
          isState || known.length === 0
            ? (known.at(-1) ?? null)
            : known.reduce((sum, value) => sum + value, 0);
        const format = (value: number) => formatFigure(value, isMoney, currency);
        const highest = bars.reduce(
          (best, bar) => ((bar.value ?? 0) > (best?.value ?? 0) ? bar : best),
          bars[0],
        );
        const values = { label: label(), total: formatFigure(total, isMoney, currency) };
        const summary =
          highest?.value && known.length > 1
            ? m.chart_summary({ ...values, highest: format(highest.value), when: highest.label })
            : m.chart_summary_short(values);
        return (
          <BarChart
            key={name}
            title={label()}
            total={values.total}
            bars={bars}
            format={format}
            summary={summary}
          />
        );
      })}
    </div>
  );
}

/** A title with the download of its numbers beside it. */
export const PartHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="mt-12 mb-3 flex flex-wrap items-center justify-between gap-3">
    <h2 className="text-xl">{title}</h2>
    {children}
  </div>
);

export function CsvButton({ name, rows }: { name: string; rows: () => (string | number | null)[][] }) {
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => saveFile(csvTable(rows()), `${name}.csv`, 'text/csv;charset=utf-8')}
    >
      <Download className="size-4" aria-hidden="true" />
      {m.download_csv()}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}

/** The numbers of the charts as a table, newest first, and as a file. */
export function FigureTable({ report: { unit, from, to, series, now } }: { report: Figures }) {
  const { currency } = now;
  const first = { day: m.day, week: m.week, month: m.month }[unit];
  const rows = () => [
    [
      first(),
      ...figureList.map(({ label, isMoney }) =>
        isMoney ? `${label()} (${currency.toUpperCase()})` : label(),
      ),
    ],
    ...series.map((row) => [
      row.start,
      ...figureList.map(({ name, isMoney }) => {
        const amount = isMoney ? plainAmount(row[name], currency) : row[name];
        return typeof amount === 'string' ? Number(amount) : amount;
      }),
    ]),
  ];
  return (
    <>
      <PartHead title={m.the_numbers()}>
        <CsvButton name={`figures-${unit}-${from}-${to}`} rows={rows} />
      </PartHead>
      <div className="max-h-[32rem] overflow-y-auto">
        <Table label={m.the_numbers()} columns={[first, ...figureList.map(({ label }) => label)]}>
          {series.toReversed().map((row) => (
            <tr key={row.start}>
              <th scope="row" className="px-4 py-3 text-left font-normal whitespace-nowrap">
                {bucketLabel(unit, row.start)}
              </th>
              {figureList.map(({ name, isMoney }) => (
                <td key={name} className="text-right whitespace-nowrap tabular-nums">
                  {formatFigure(row[name], isMoney, currency)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </div>
    </>
  );
}
