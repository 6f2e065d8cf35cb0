import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

type Prompt = { words: number; blanks: number; first_lines: string | null };

/** A preview of a prompt's text, for those who can't read it (yet). */
export function PromptPreview({ preview: { words, blanks, first_lines } }: { preview: Prompt }) {
  return (
    <div className="space-y-3">
      <p className="font-medium">
        {m.count_word({ count: words })}
        {blanks > 0 && ` · ${common.blanks_to_fill_in({ blanks: common.count_blank({ count: blanks }) })}`}
      </p>
      {first_lines && (
        <blockquote
          dir="auto"
          className="border-l-2 border-accent pl-4 text-left font-serif text-[1.0625rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {first_lines} …
        </blockquote>
      )}
    </div>
  );
}

/** The titles of a playbook's steps. */
export function StepsPreview({ steps }: { steps: { title: string; prompt_count: number }[] }) {
  if (steps.length === 0) return null;
  const prompts = steps.reduce((sum, step) => sum + step.prompt_count, 0);
  return (
    <div className="text-left">
      <p className="mb-2 font-medium">
        {common.count_step({ count: steps.length })}
        {prompts > 0 && ` · ${common.count_prompt({ count: prompts })}`}
      </p>
      <ol className="border-b border-line">
        {steps.map(({ title, prompt_count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the steps never changes.
          <li key={index} className="flex items-baseline gap-4 border-t border-line py-2.5">
            <span
              aria-hidden="true"
              className="w-6 shrink-0 font-serif text-lg font-medium text-signal tabular-nums"
            >
              {formatNumber(index + 1)}
            </span>
            <span dir="auto" className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
              {title}
            </span>
            {prompt_count > 0 && (
              <span className="shrink-0 text-[0.8125rem] text-muted">
                {common.count_prompt({ count: prompt_count })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
