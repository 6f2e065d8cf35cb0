import type { Analysis, AnalysisRequest } from '#library/analysis/public/analysis-fields.ts';
import { api, functions } from '#platform/client/api-client.ts';
import type { SimilarPrompt } from './prompts-admin.contract.ts';

/** The results for a pasted text, to review before importing it. */
export type Review = { original: string; analysis: Analysis; similar: SimilarPrompt[] };

/** Nearly identical prompts in the library; empty if the lookup fails, because that must not block an import. */
const findSimilar = (prompt_body: string, signal: AbortSignal): Promise<SimilarPrompt[]> =>
  api.admin['similar-prompts']
    .$post({ json: { prompt_body } }, { init: { signal } })
    .then((answer) => answer.json())
    .then(({ items }) => items)
    .catch(() => []);

export async function analyzePasted(request: AnalysisRequest, signal: AbortSignal): Promise<Review> {
  const [analysis, similar] = await Promise.all([
    functions['analyze-prompt']
      .$post({ json: request }, { init: { signal } })
      .then((answer) => answer.json())
      .then((found) => ({ ...found, optimized_prompt: found.optimized_prompt || request.prompt })),
    findSimilar(request.prompt, signal),
  ]);
  return { original: request.prompt, analysis, similar };
}
