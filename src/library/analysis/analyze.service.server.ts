import { z } from 'zod';
import { grantSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { difficulties, limits, optimizationLevels } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.server.ts';
import { instructionFor, instructionsVersion } from './instructions.ts';
import type { LanguageModel, ModelSettings } from './language-model.server.ts';
import type { Analysis, AnalysisRequest } from './public/analysis.contract.ts';
import { describePrompt } from './public/describe.ts';

/** Characters of a prompt that go to the model; tokens and seconds that its answer may take. */
const most = {
  characters: 100_000,
  describing: { tokens: 1_000, seconds: 30 },
  optimizing: { tokens: 16_000, seconds: 120 },
};
const tagsKept = 8;

const line = (length: number) =>
  z.string().transform((text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, length));
/** What a model may answer. Whatever else it writes is dropped here, so it can alter no other field. */
const described = z.object({
  title: line(limits.title).pipe(z.string().min(1)),
  description: line(limits.description),
  category: line(limits.category).pipe(z.string().min(1)),
  difficulty: z.enum(difficulties),
  tags: z
    .array(line(limits.tag))
    .transform((tags) =>
      [...new Set(tags.map((tag) => tag.toLowerCase()).filter(Boolean))].slice(0, tagsKept),
    ),
});
const optimized = described.extend({
  optimized_prompt: z.string().max(limits.promptBody).nullish(),
});

export function createAnalyzeService({ settings, log }: { settings: ModelSettings | undefined; log: Log }) {
  let model: Promise<LanguageModel> | undefined;
  // The library is large, and most sites begin without a model.
  const loadModel = () => {
    if (settings)
      model ??= import('./language-model.server.ts').then((module) => module.createLanguageModel(settings));
    return model;
  };

  const byTextAlone = ({ prompt, promptType }: AnalysisRequest): Analysis => ({
    ...describePrompt({ prompt_body: prompt, prompt_type: promptType }),
    optimized_prompt: prompt,
  });

  async function describe(question: AnalysisRequest, signal: AbortSignal): Promise<Analysis> {
    const asked = await loadModel();
    if (!asked)
      return {
        ...byTextAlone(question),
        notice: 'No language model is set: this was worked out from the text itself.',
      };
    try {
      const answer = await asked.ask({
        instruction: instructionFor(0),
        data: { type: question.promptType, prompt: question.prompt.slice(0, most.characters) },
        schema: described,
        maxOutputTokens: most.describing.tokens,
        seconds: most.describing.seconds,
        signal,
      });
      return { ...answer, optimized_prompt: question.prompt };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn('A prompt was described without the language model', { reason: error.message });
      return {
        ...byTextAlone(question),
        notice: `${error.message} This was worked out from the text itself.`,
      };
    }
  }

  return {
    /**
     * What a prompt is about, and at levels 1 to 3 a better one. `signal` ends the work when the asker has gone.
     * @throws AppError 401, 403, 422 for a level or a kind that is not available, 502 model_failed
     */
    async analyze(viewer: Viewer, question: AnalysisRequest, signal: AbortSignal): Promise<Analysis> {
      grantSite(viewer, 'analyze-prompts');
      const { prompt, promptType, optimizationLevel: level } = question;
      if (level > optimizationLevels.working)
        throw new AppError('validation_failed', 'Levels 4 and 5 are coming soon.');
      if (level !== 1 && level !== 2 && level !== 3) return describe(question, signal);
      if (promptType !== 'Text')
        throw new AppError(
          'validation_failed',
          `Optimization for ${promptType} prompts is not yet available.`,
        );
      const asked = await loadModel();
      if (!asked)
        throw new AppError(
          'validation_failed',
          'Levels 1 to 3 need a large language model, and none is connected to this site yet. Level 0 works without one.',
        );
      if (prompt.length > most.characters)
        throw new AppError(
          'validation_failed',
          `This prompt is too long for the language model (at most ${most.characters.toLocaleString('en-US')} characters). Level 0 works.`,
        );
      const { optimized_prompt, ...answer } = await asked.ask({
        instruction: instructionFor(level),
        data: { type: promptType, prompt },
        schema: optimized,
        maxOutputTokens: most.optimizing.tokens,
        seconds: most.optimizing.seconds,
        signal,
      });
      log.info('A prompt was optimized', { optimizationLevel: level, instructionsVersion });
      return { ...answer, optimized_prompt: optimized_prompt?.trim() ? optimized_prompt : prompt };
    },
  };
}
