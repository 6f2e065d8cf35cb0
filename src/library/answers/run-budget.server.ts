import { sql } from 'kysely';
import type { Database, DB } from '#access/database.ts';
import { can, type Grant } from '#access/decide.ts';
import type { SignedInViewer } from '#access/viewer.ts';
import { type Writer, writable } from '#access/writable.server.ts';
import { unlimitedRuns } from '#constants';
import { dailyLimitOf } from '#library/catalog/public/daily-limit.server.ts';
import { type CurrentMode, paysNothing } from '#money/billing/public/pays-nothing.server.ts';
import { AppError } from '#platform/errors.ts';
import { secondsToMidnight, secondsToNextMonth, thisMonth, today } from '#platform/jobs/utc-days.server.ts';
import { readSettings } from '#site/settings/public/read-settings.server.ts';
import { type RunSettings, readRunSettings, runNames } from '#site/settings/public/run-settings.ts';
import * as m from './words/messages.ts';

export type RunProof = Grant<'prompt', 'ask-model'> | Grant<'playbook', 'ask-model'>;

/** The reservation of one run. End it exactly once: `settle` it, or `giveBack` if there was no output. */
export type Reservation = {
  answerTokens: number;
  /** Runs left today; null without a limit. */
  runsLeft: number | null;
  settle(usedTokens: number): Promise<void>;
  /** For a run without output: the run isn't counted, but its tokens are. */
  giveBack(usedTokens: number): Promise<void>;
};

type Counters = Writer<Pick<DB, 'daily_runs' | 'model_months'>>;

/**
 * Limits how much of the language model members and the site can use. Counts exactly, even with concurrent runs in
 * several processes.
 */
export function createRunBudget(db: Database, currentMode: CurrentMode) {
  /** The limit of the member's tier, else of the site's free tier, else 0. */
  async function dailyLimit(viewer: SignedInViewer): Promise<number> {
    if (can(viewer, 'site', 'ask-model-without-limit', {})) return unlimitedRuns;
    return (await dailyLimitOf(db, viewer, 'daily_run_limit')) ?? 0;
  }

  async function settings() {
    return readRunSettings(await readSettings(db, runNames));
  }

  /** The number of tokens that the member may use this month. */
  const shareOf = (viewer: SignedInViewer, { run_monthly_tokens, run_member_percent }: RunSettings) =>
    can(viewer, 'site', 'ask-model-without-limit', {})
      ? run_monthly_tokens
      : Math.floor((run_monthly_tokens * run_member_percent) / 100);

  /** Whether the member draws on the share reserved for members who don't pay. */
  async function isFreeAccount(viewer: SignedInViewer): Promise<boolean> {
    if (can(viewer, 'site', 'ask-model-without-limit', {})) return false;
    const isFree = paysNothing(viewer.userId, await currentMode());
    const { rows } = await sql<{ is_free: boolean }>`select ${isFree} as is_free`.execute(db);
    return rows[0]?.is_free ?? false;
  }

  return {
    /** The member's runs per day, and how many are left today. */
    async allowance(viewer: SignedInViewer) {
      const daily_run_limit = await dailyLimit(viewer);
      if (daily_run_limit >= unlimitedRuns) return { daily_run_limit, runs_left: null };
      const row = await db
        .selectFrom('daily_runs')
        .select('runs')
        .where('user_id', '=', viewer.userId)
        .where('day', '=', today)
        .executeTakeFirst();
      return { daily_run_limit, runs_left: Math.max(0, daily_run_limit - (row?.runs ?? 0)) };
    },

    /** Tokens that runs have used this month. */
    usedThisMonth: (): Promise<number> => readMonth(db),

    /**
     * Atomically reserves one of the member's daily runs, and the maximum number of tokens that the run can use. They count
     * against the site's month, the member's share of it and, if the member doesn't pay, the share of all who don't.
     * @throws AppError 403 if the plan has no runs; 429 daily_run_limit_reached, monthly_run_limit_reached
     */
    async reserve(proof: RunProof, inputTokens: number): Promise<Reservation> {
      const [limit, chosen, isFree] = await Promise.all([
        dailyLimit(proof.viewer),
        settings(),
        isFreeAccount(proof.viewer),
      ]);
      const { run_answer_tokens } = chosen;
      if (limit === 0) throw new AppError('forbidden', m.refused_no_runs_in_plan());
      const { userId } = proof.viewer;
      const tokens = inputTokens + run_answer_tokens;
      const counters: Counters = writable(db, proof);
      const { runs, day, month } = await counters.transaction().execute(async (transaction) => {
        const mine = await takeRunOfDay(transaction, userId, tokens, limit);
        await assertShareLeft(transaction, userId, tokens, shareOf(proof.viewer, chosen));
        return { ...mine, month: await takeTokensOfMonth(transaction, tokens, chosen, { isFree }) };
      });
      /** Replaces the reserved tokens with those actually used. */
      const replace = (used: number, countedRuns: 0 | 1) =>
        counters.transaction().execute(async (transaction) => {
          const excess = tokens - used;
          const notCounted = 1 - countedRuns;
          // Same lock order as in `reserve`, to avoid deadlocks.
          await sql`update daily_runs
            set runs = greatest(0, runs - ${notCounted}::int), tokens = greatest(0, tokens - ${excess}::bigint)
            where user_id = ${userId} and day = ${day}`.execute(transaction);
          await sql`update model_months
            set runs = greatest(0, runs - ${notCounted}::int), tokens = greatest(0, tokens - ${excess}::bigint),
              free_tokens = greatest(0, free_tokens - ${isFree ? excess : 0}::bigint)
            where month = ${month}`.execute(transaction);
        });
      return {
        answerTokens: run_answer_tokens,
        runsLeft: limit >= unlimitedRuns ? null : Math.max(0, limit - runs),
        settle: (used) => replace(used, 1),
        giveBack: (used) => replace(used, 0),
      };
    },
  };
}

/**
 * The maximum number of tokens already used of a share with which a run can still start. If one run can take more than the whole share,
 * runs may still start one at a time until the share is used up.
 */
const mostBefore = (share: number, tokens: number) => (tokens > share ? share - 1 : share - tokens);

/** @throws AppError 429 daily_run_limit_reached */
async function takeRunOfDay(
  transaction: Counters,
  userId: string,
  tokens: number,
  limit: number,
): Promise<{ runs: number; day: string }> {
  const { rows } = await sql<{ runs: number; day: string }>`
    insert into daily_runs (user_id, day, runs, tokens) values (${userId}, ${today}, 1, ${tokens}::bigint)
    on conflict (user_id, day) do update set runs = daily_runs.runs + 1, tokens = daily_runs.tokens + excluded.tokens
      where daily_runs.runs < ${limit}::int or ${limit}::int >= ${sql.lit(unlimitedRuns)}
    returning runs, day::text`.execute(transaction);
  if (!rows[0]) throw dailyLimitReached(limit);
  return rows[0];
}

/** The member's other runs wait for today's row, which is locked, so the sum includes them all. @throws AppError 429 monthly_run_limit_reached */
async function assertShareLeft(
  transaction: Counters,
  userId: string,
  tokens: number,
  share: number,
): Promise<void> {
  const { total } = await transaction
    .selectFrom('daily_runs')
    .select(({ fn }) => fn.sum<string>('tokens').as('total'))
    .where('user_id', '=', userId)
    .where('day', '>=', thisMonth)
    .executeTakeFirstOrThrow();
  if (Number(total) - tokens > mostBefore(share, tokens)) throw shareReached();
}

/** @returns the month. @throws AppError 429 monthly_run_limit_reached */
async function takeTokensOfMonth(
  transaction: Counters,
  tokens: number,
  { run_monthly_tokens, run_free_percent }: RunSettings,
  { isFree }: { isFree: boolean },
): Promise<string> {
  const freeTokens = isFree ? tokens : 0;
  const freeShare = Math.floor((run_monthly_tokens * run_free_percent) / 100);
  const freeBefore = isFree ? mostBefore(freeShare, tokens) : Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<{ month: string }>`
    insert into model_months (month, runs, tokens, free_tokens)
    select ${thisMonth}, 1, ${tokens}::bigint, ${freeTokens}::bigint
      where ${tokens}::bigint <= ${run_monthly_tokens}::bigint and 0 <= ${freeBefore}::bigint
    on conflict (month) do update set runs = model_months.runs + 1, tokens = model_months.tokens + excluded.tokens,
        free_tokens = model_months.free_tokens + excluded.free_tokens
      where model_months.tokens + excluded.tokens <= ${run_monthly_tokens}::bigint
        and model_months.free_tokens <= ${freeBefore}::bigint
    returning month::text`.execute(transaction);
  if (rows[0]) return rows[0].month;
  const used = await readMonth(transaction);
  throw used + tokens > run_monthly_tokens ? monthlyLimitReached() : freeShareReached();
}

async function readMonth(db: Database | Counters): Promise<number> {
  const row = await db
    .selectFrom('model_months')
    .select('tokens')
    .where('month', '=', thisMonth)
    .executeTakeFirst();
  return Number(row?.tokens ?? 0);
}

const dailyLimitReached = (limit: number) =>
  new AppError('daily_run_limit_reached', m.refused_daily_runs({ limit }), {
    retryAfterSeconds: secondsToMidnight(),
  });
const shareReached = () =>
  new AppError('monthly_run_limit_reached', m.refused_share_of_month(), {
    retryAfterSeconds: secondsToNextMonth(),
  });
const freeShareReached = () =>
  new AppError('monthly_run_limit_reached', m.refused_share_of_free(), {
    retryAfterSeconds: secondsToNextMonth(),
  });
const monthlyLimitReached = () =>
  new AppError('monthly_run_limit_reached', m.refused_monthly_runs(), {
    retryAfterSeconds: secondsToNextMonth(),
  });
