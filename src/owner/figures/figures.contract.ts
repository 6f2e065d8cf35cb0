import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { figures } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';
import { figuresQuery } from './figures-fields.ts';

const day = z.iso.date();
const money = z.number().describe("In the currency's minor unit");

/** The current state of the site. Money figures are null if nothing can be sold. */
const standing = {
  members: z.int(),
  paying: z
    .int()
    .nullable()
    .describe('Members with a paid subscription. `recurring` is what they bring per month'),
  recurring: money.nullable(),
  trials: z.int().nullable(),
  trials_ending: z.int().nullable(),
  currency: z.string(),
};

const summary = z
  .object({
    ...standing,
    joined: z.int().describe('The last 30 days'),
    copied: z.int(),
    revenue: money.nullable(),
  })
  .openapi('FigureSummary');
export type FigureSummary = z.output<typeof summary>;

const bucket = z.object({
  start: day.describe('The first day of the unit'),
  joined: z.int(),
  left: z.int(),
  viewed: z.int(),
  copied: z.int(),
  saved: z.int(),
  ran: z.int(),
  missed: z.int(),
  revenue: money.nullable(),
  refunds: money.nullable(),
  members: z.int().nullable().describe('At the end of the unit; null if nothing was recorded'),
  paying: z.int().nullable(),
  recurring: money.nullable(),
});
export type FigureBucket = z.output<typeof bucket>;

const topItems = z.array(
  z.object({
    target_type: z.enum(['prompt', 'playbook']),
    slug: z.string(),
    title: z.string(),
    amount: z.int(),
  }),
);

const report = z
  .object({
    unit: z.enum(figures.units),
    from: day.describe(
      "The range in days of the site's time zone, widened to whole units; both ends included",
    ),
    to: day,
    today: day,
    time_zone: z.string(),
    now: z.object(standing),
    churn: z
      .object({ paying_before: z.int(), lost: z.int() })
      .nullable()
      .describe(
        'Members who were paying at the start of the range, and how many of them no longer were at its end',
      ),
    first_copies: z
      .object({
        joined: z.int(),
        hour: z.int(),
        day: z.int(),
        week: z.int(),
        ever: z.int(),
      })
      .describe(
        'Members who joined in the range, and how many of them copied something within an hour, a day, a week, or ever',
      ),
    series: z.array(bucket),
    top: z.object({ viewed: topItems, copied: topItems, saved: topItems, ran: topItems }),
    missed_searches: z.array(z.object({ text: z.string(), amount: z.int() })),
  })
  .openapi('Figures');
export type Figures = z.output<typeof report>;

export type FiguresQuery = z.output<typeof figuresQuery>;

export const figureSummaryRoute = defineRoute({
  method: 'get',
  path: '/admin/figures/summary',
  access: 'admin',
  summary: 'Get the key figures',
  responses: { 200: json(summary, 'The key figures'), ...errors(401, 403) },
});
export const figuresRoute = defineRoute({
  method: 'get',
  path: '/admin/figures',
  access: 'admin',
  summary: 'Get figures by day, week or month; the last 30 days, 26 weeks or 12 months by default',
  request: { query: figuresQuery },
  responses: { 200: json(report, 'The figures'), ...errors(401, 403) },
});
