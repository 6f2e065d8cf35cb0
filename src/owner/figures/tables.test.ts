import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { FigureCharts } from './figure-series.tsx';
import { bucketLabel, figureList, formatFigure, plainAmount } from './figure-words.ts';
import type { Figures } from './figures.contract.ts';

describe('the table of the figures', () => {
  test.each([
    [1_999, 'usd', '19.99'],
    [-1_200, 'usd', '-12.00'],
    [0, 'eur', '0.00'],
    [1_999, 'jpy', '1999'],
    [1_990, 'kwd', '1.990'],
    [null, 'usd', null],
  ])('has %s in %s as %s', (amount, currency, shown) => {
    expect(plainAmount(amount, currency)).toBe(shown);
  });
});

test.each([
  ['day', '2026-03-05', 'Mar 5, 2026', '05.03.2026'],
  ['week', '2026-03-02', 'Week of Mar 2, 2026', '02.03.2026'],
  ['month', '2026-03-01', 'Mar 2026', 'März 2026'], // cspell:disable-line
] as const)('a %s that begins on %s is called so', (unit, start, english, german) => {
  expect(bucketLabel(unit, start)).toBe(english);
  expect(inLanguage('de', () => bucketLabel(unit, start))).toContain(german);
});

test("a figure that wasn't recorded is a dash, and zero is 0", () => {
  expect([
    formatFigure(null, true, 'usd'),
    formatFigure(0, true, 'usd'),
    formatFigure(0, undefined, 'usd'),
  ]).toEqual([...['–', '$0.00', '0']]);
  expect(formatFigure(1_234_567, undefined, 'usd')).toBe('1,234,567');
});

test('figures of money, and those that are states instead of sums, are marked as such', () => {
  const named = (mark: 'isMoney' | 'isState') =>
    figureList.filter((figure) => figure[mark]).map(({ name }) => name);
  expect(named('isMoney')).toEqual(['recurring', 'revenue', 'refunds']);
  expect(named('isState')).toEqual(['members', 'paying', 'recurring']);
  expect(new Set(figureList.map(({ label }) => label())).size).toBe(figureList.length);
});

test('a chart of what nothing is known about has no total, and one of nothing happened has zero', () => {
  const names = ['joined', 'left', 'viewed', 'copied', 'saved', 'ran', 'missed'];
  const row = {
    start: '2026-03-05',
    ...Object.fromEntries(names.map((name) => [name, 0])),
    members: 3,
    paying: null,
    recurring: null,
    revenue: null,
    refunds: null,
  };
  const report = { unit: 'day', series: [row], now: { currency: 'usd' } } as unknown as Figures;
  const html = renderToStaticMarkup(createElement(FigureCharts, { report }));
  expect(html.match(/aria-label="(Copies|Revenue|Refunds): [^"]+"/g)).toEqual(
    ['Copies: 0', 'Revenue: –', 'Refunds: –'].map((label) => expect.stringContaining(label)),
  );
});
