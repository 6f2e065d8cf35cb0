import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CopyControl } from '#library/catalog/public/copy-control.tsx';
import { OpenInMenu } from '#library/catalog/public/open-in-menu.tsx';
import { useCopy } from '#library/catalog/public/use-copy.ts';
import { api } from '#platform/client/api-client.ts';
import { classNames } from '#ui/class-names.ts';
import { Markdown } from '#ui/markdown/lazy-markdown.tsx';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import type { PlaybookDetail, PlaybookStep as Step } from './playbooks.contract.ts';
import * as m from './words/messages.ts';

type Props = { playbook: PlaybookDetail; step: Step; count: number };

/** A step with its prompts, which can be expanded one by one. */
export function PlaybookStep({ playbook, step, count }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-labelledby={step.id} className="mt-5">
      <p className="text-[0.8125rem] text-muted">
        <span className="font-semibold text-signal">
          {m.step_step_of_count({ step: step.step_order + 1, count })}
        </span>{' '}
        · {playbook.title}
      </p>
      <h1
        ref={heading}
        id={step.id}
        tabIndex={-1}
        dir="auto"
        className="mt-3 text-4xl outline-none [overflow-wrap:anywhere] md:text-5xl"
      >
        {step.title}
      </h1>
      {step.description && (
        <div className="mt-6 max-w-2xl has-[>:dir(rtl)]:ml-auto">
          <Markdown text={step.description} />
        </div>
      )}
      {step.prompts.length > 0 && (
        <ul className="mt-8 space-y-3">
          {step.prompts.map((prompt, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step's prompts have no id and never change places.
            <li key={index}>
              <PromptPanel playbook={playbook} step={step.step_order} index={index} prompt={prompt} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type PanelProps = { playbook: PlaybookDetail; step: number; index: number; prompt: Step['prompts'][number] };

function PromptPanel({ playbook: { slug, version }, step, index, prompt }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = useIsPrinting() || isOpen;
  const text = useRef<HTMLPreElement>(null);
  const id = useId();
  const copy = async (copyId: string) => {
    const param = { slug, step: String(step), prompt: String(index) };
    const answer = await api.playbooks[':slug'].steps[':step'].prompts[':prompt'].copies.$post({
      param,
      // Copy the version shown here, even if the playbook has changed since.
      query: { version: String(version) },
      json: { id: copyId },
    });
    const { prompt_body, copies_left } = await answer.json();
    return { text: prompt_body, copies_left };
  };
  const copying = useCopy(() => text.current && getSelection()?.selectAllChildren(text.current));
  return (
    <div className="rounded-md border border-line bg-surface">
      <h2 className="font-sans">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-14 w-full items-center justify-between gap-4 px-5 py-3 text-left"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span dir="auto" className="font-serif text-lg [overflow-wrap:anywhere]">
            {prompt.title}
          </span>
          <ChevronDown
            className={classNames('size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
      </h2>
      <div id={id} hidden={!isShown}>
        {isShown && (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3">
              {prompt.slug ? (
                <Link
                  to={`/prompt/${prompt.slug}`}
                  className="text-[0.8125rem] font-semibold text-accent underline underline-offset-4"
                >
                  {m.view_in_library()}
                </Link>
              ) : (
                <span />
              )}
              <CopyControl copying={copying} onCopy={() => copying.copy(copy)}>
                <OpenInMenu copying={copying} copy={copy} />
              </CopyControl>
            </div>
            <pre
              ref={text}
              dir="auto"
              className="border-t border-line px-5 py-5 font-serif text-[1.0625rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
            >
              {prompt.prompt_body}
            </pre>
          </>
        )}
      </div>
    </div>
  );
}
