import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { KeptResults } from '#library/answers/public/kept-results.tsx';
import { resultsQuery } from '#library/answers/public/results-query.ts';
import { keptValues } from '#library/blanks/public/fill-store.ts';
import { TagLinks } from '#library/catalog/public/tag-links.tsx';
import { Comments } from '#library/comments/public/comments.tsx';
import { ChangedSinceCopy } from '#library/history/public/changed-since-copy.tsx';
import { lastCopyQuery } from '#library/history/public/history-queries.ts';
import { MakeMyVersion } from '#library/my-versions/public/make-my-version.tsx';
import { myVersionsQuery } from '#library/my-versions/public/my-version-queries.ts';
import { outcomesQuery } from '#library/outcomes/public/outcomes-query.ts';
import { PromptOutcomes } from '#library/outcomes/public/prompt-outcomes.tsx';
import { ItemVersions } from '#library/versions/public/item-versions.tsx';
import { promptVersions } from '#library/versions/public/prompt-versions.ts';
import { plainTeaser } from '#platform/text/plain-text.ts';
import { Markdown } from '#ui/markdown/lazy-markdown.tsx';
import type { PromptDetail } from './prompts.contract.ts';
import * as m from './words/messages.ts';

/** The part of a prompt's page below its text. Each section waits for the one above it, to avoid layout shifts. */
export default function BelowPrompt({ prompt }: { prompt: PromptDetail }) {
  const { slug, can, version } = prompt;
  const copy = useQuery({ ...lastCopyQuery(slug), enabled: can.read && version > 1 });
  const own = useQuery({ ...myVersionsQuery(slug), enabled: can.copy });
  const outcomes = useQuery(outcomesQuery(slug));
  const results = useInfiniteQuery(resultsQuery(slug));
  if ([copy, own, outcomes, results].some(({ isLoading }) => isLoading)) return null;
  return (
    <>
      <KeptResults slug={slug} />
      {can.read && <ItemVersions item={prompt} source={promptVersions} />}
      {can.read && <ChangedSinceCopy prompt={prompt} />}
      {can.copy && (
        <MakeMyVersion slug={slug} values={() => keptValues(`prompt:${prompt.id}`, prompt.blanks)} />
      )}
      <PromptOutcomes prompt={prompt} />
      <PromptNotes prompt={prompt} />
      {prompt.example_output && (
        <section aria-labelledby="sample" className="mt-12">
          <h2 id="sample" className="mb-4 border-t border-line pt-6 text-2xl">
            {m.sample_output_2()}
          </h2>
          {prompt.example_output_is_cut ? (
            <p className="prose-text whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
              {plainTeaser(prompt.example_output)}…
            </p>
          ) : (
            <Markdown text={prompt.example_output} />
          )}
        </section>
      )}
      <Comments collection="prompts" slug={slug} itemId={prompt.id} canComment={can.comment} />
    </>
  );
}

/** Information that helps to choose and use the prompt. */
function PromptNotes({ prompt }: { prompt: PromptDetail }) {
  return (
    <>
      {prompt.use_cases.length > 0 && (
        <section aria-labelledby="use-cases" className="mt-8">
          <h2 id="use-cases" className="eyebrow font-sans">
            {m.use_cases_2()}
          </h2>
          <ul className="mt-2 list-disc space-y-1 pl-5">
            {prompt.use_cases.map((useCase) => (
              <li key={useCase} dir="auto">
                {useCase}
              </li>
            ))}
          </ul>
        </section>
      )}
      <TagLinks tags={prompt.tags} list="/prompts" className="mt-5" />
    </>
  );
}
