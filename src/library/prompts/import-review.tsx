import { diffLines, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Analysis } from '#library/analysis/public/analysis-fields.ts';
import { difficultyLabel } from '#library/catalog/public/labels.ts';
import { formatPercent } from '#ui/format.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import type { SimilarPrompt } from './prompts-admin.contract.ts';
import * as m from './words/messages.ts';

/** Longer texts are compared by line, because comparing them by word takes too long. */
const maxCharactersByWord = 20_000;

/** Reviews an import: its metadata, similar prompts, and both texts side by side. */
export function ImportReview({
  original,
  analysis,
  similar,
}: {
  original: string;
  analysis: Analysis;
  similar: SimilarPrompt[];
}) {
  const isChanged = analysis.optimized_prompt !== original;
  return (
    <div className="space-y-6">
      {similar.length > 0 && (
        <section
          aria-label={m.similar_prompts()}
          className="rounded-md border border-signal bg-signal-soft px-4 py-3 text-signal"
        >
          <p className="font-semibold">
            {similar.length === 1 ? m.one_similar_prompt() : m.several_similar_prompts()}
          </p>
          <ul className="mt-1">
            {similar.map(({ id, slug, title, similarity }) => (
              <li key={id}>
                <RichText
                  parts={m.title_and_match({
                    title,
                    match: formatPercent(similarity),
                    link: (text) => (
                      <Link to={`/prompt/${slug}`} target="_blank" className="underline underline-offset-4">
                        {text}
                      </Link>
                    ),
                  })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_1fr]">
        {(
          [
            [common.title(), analysis.title],
            [common.description(), analysis.description],
            [common.category(), analysis.category],
            [m.difficulty(), difficultyLabel(analysis.difficulty)],
            [common.tags(), analysis.tags.join(', ')],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {isChanged && <SideBySide original={original} optimized={analysis.optimized_prompt} />}
    </div>
  );
}

function SideBySide({ original, optimized }: { original: string; optimized: string }) {
  const parts = useMemo(
    () =>
      original.length + optimized.length > maxCharactersByWord
        ? diffLines(original, optimized)
        : diffWordsWithSpace(original, optimized),
    [original, optimized],
  );
  const side = (name: string, isOptimized: boolean) => {
    const Mark = isOptimized ? 'ins' : 'del';
    const look = isOptimized ? 'bg-accent-soft text-accent no-underline' : 'bg-signal-soft text-signal';
    return (
      <section aria-label={name} className="min-w-0">
        <h3 className="mb-2 text-lg">{name}</h3>
        <p
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-96 overflow-y-auto rounded-md border border-line bg-paper p-4 font-serif [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          {parts
            .filter((part) => (isOptimized ? !part.removed : !part.added))
            .map((part, index) => {
              const key = index;
              return part.added || part.removed ? (
                <Mark key={key} className={look}>
                  {part.value}
                </Mark>
              ) : (
                <span key={key}>{part.value}</span>
              );
            })}
        </p>
      </section>
    );
  };
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {side(m.original(), false)}
      {side(m.optimized(), true)}
    </div>
  );
}
