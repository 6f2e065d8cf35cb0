import { z } from 'zod';
import { requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { difficulties, limits, optimizationLevels } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { LoadModel } from '#platform/model/model-loader.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { formatNumber } from '#ui/format.ts';
import { instructionFor, instructionsVersion } from './instructions.server.ts';
import type { Analysis, AnalysisRequest } from './public/analysis-fields.ts';
import { describePrompt } from './public/describe.server.ts';
import * as m from './words/messages.ts';

/** Characters of a prompt sent to the model to be described; tokens and seconds allowed for an answer. */
const max = {
  describing: { characters: 100_000, tokens: 1_000, seconds: 30 },
  optimizing: { tokens: 16_000, seconds: 120 },
};
const maxTags = 8;

const line = (length: number) =>
  z.string().transform((text) => cutText(text.replaceAll(/\s+/g, ' ').trim(), length));
/** The accepted answer. Anything else the model writes is dropped, so it cannot set any other field. */
const described = z.object({
  title: line(limits.title).pipe(z.string().min(1)),
  description: line(limits.description),
  category: line(limits.category).pipe(z.string().min(1)),
  difficulty: z.enum(difficulties),
  tags: z
    .array(line(limits.tag))
    .transform((tags) =>
      [...new Set(tags.map((tag) => tag.toLowerCase()).filter(Boolean))].slice(0, maxTags),
    ),
});
const optimized = described.extend({
  optimized_prompt: z.string().max(limits.promptBody).nullish(),
});

export function createAnalyzeService({ loadModel, log }: { loadModel: LoadModel; log: Log }) {
  const describeLocally = ({ prompt, promptType }: AnalysisRequest): Analysis => ({
    ...describePrompt({ prompt_body: prompt, prompt_type: promptType }),
    optimized_prompt: prompt,
  });

  async function describe(question: AnalysisRequest, signal: AbortSignal): Promise<Analysis> {
    const languageModel = await loadModel();
    if (!languageModel)
      return {
        ...describeLocally(question),
        notice: m.details_without_model(),
      };
    try {
      const answer = await languageModel.ask({
        instruction: instructionFor(0),
        data: { type: question.promptType, prompt: cutText(question.prompt, max.describing.characters) },
        schema: described,
        maxOutputTokens: max.describing.tokens,
        seconds: max.describing.seconds,
        signal,
      });
      return { ...answer, optimized_prompt: question.prompt };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn('A prompt was described without the language model', { reason: error.message });
      return {
        ...describeLocally(question),
        notice: m.details_from_text({ reason: error.message }),
      };
    }
  }

  return {
    /**
     * Describes a prompt, and at levels 1 to 3 also rewrites it. `signal` aborts the work when the client disconnects.
     * @throws AppError 401, 403, 422 for an unavailable level or type, 502 model_failed
     */
    async analyze(viewer: Viewer, question: AnalysisRequest, signal: AbortSignal): Promise<Analysis> {
      requireSite(viewer, 'analyze-prompts');
      const { prompt, promptType, optimizationLevel: level } = question;
      if (level > optimizationLevels.working)
        throw new AppError('validation_failed', m.refused_levels_soon());
      if (level !== 1 && level !== 2 && level !== 3) return describe(question, signal);
      if (promptType !== 'Text')
        throw new AppError('validation_failed', m.refused_type_later({ promptType }));
      const languageModel = await loadModel();
      if (!languageModel) throw new AppError('validation_failed', m.refused_no_model());
      if (prompt.length > optimizationLevels.characters)
        throw new AppError(
          'validation_failed',
          m.refused_prompt_too_long({ count: formatNumber(optimizationLevels.characters) }),
        );
      const { optimized_prompt, ...answer } = await languageModel.ask({
        instruction: instructionFor(level),
        data: { type: promptType, prompt },
        schema: optimized,
        maxOutputTokens: max.optimizing.tokens,
        seconds: max.optimizing.seconds,
        signal,
      });
      log.info('A prompt was optimized', { optimizationLevel: level, instructionsVersion });
      return { ...answer, optimized_prompt: optimized_prompt?.trim() ? optimized_prompt : prompt };
    },
  };
}
