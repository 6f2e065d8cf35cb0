import { z } from 'zod';
import { modelLimits } from '#constants';

const { answerTokens, memberPercent, monthlyTokens, freePercent } = modelLimits;

/**
 * The owner's limits for running prompts on the site: tokens per answer, tokens per month, the percentage of these for one member, and the
 * percentage for all members who pay nothing together.
 */
export const runFields = {
  run_answer_tokens: z.int().min(answerTokens.min).max(answerTokens.max),
  run_monthly_tokens: z.int().min(0).max(monthlyTokens.max),
  run_member_percent: z.int().min(memberPercent.min).max(memberPercent.max),
  run_free_percent: z.int().min(freePercent.min).max(freePercent.max),
};
export const runNames = Object.keys(runFields);
export type RunSettings = z.output<z.ZodObject<typeof runFields>>;

const stored = z.object({
  run_answer_tokens: z.coerce.number().pipe(runFields.run_answer_tokens).catch(answerTokens.default),
  run_monthly_tokens: z.coerce.number().pipe(runFields.run_monthly_tokens).catch(monthlyTokens.default),
  run_member_percent: z.coerce.number().pipe(runFields.run_member_percent).catch(memberPercent.default),
  run_free_percent: z.coerce.number().pipe(runFields.run_free_percent).catch(freePercent.default),
});
/** Parses stored values; those that aren't set get their defaults. */
export const readRunSettings = (values: ReadonlyMap<string, string>): RunSettings =>
  stored.parse(Object.fromEntries(values));
