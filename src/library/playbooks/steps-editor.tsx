import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { MarkdownEditor } from '#ui/markdown-editor.tsx';
import type { AdminPlaybook, StepEntry } from './playbooks-admin.contract.ts';
import { StepPrompts } from './step-prompts.tsx';

/** A step in the editor; its place in the list is its number. */
export type DraftStep = AdminPlaybook['steps'][number] & { key: string };

type Props = { steps: DraftStep[]; playbookLevel: number; onChange: (steps: DraftStep[]) => void };

export function StepsEditor({ steps, playbookLevel, onChange }: Props) {
  const change = (index: number, values: Partial<DraftStep>) =>
    onChange(steps.map((step, each) => (each === index ? { ...step, ...values } : step)));
  const swap = (index: number, other: number) => {
    const next = [...steps];
    const [a, b] = [next[index], next[other]];
    if (!a || !b) return;
    next[index] = b;
    next[other] = a;
    onChange(next);
  };
  const add = () =>
    onChange([
      ...steps,
      { key: crypto.randomUUID(), title: '', description: '', prompts: [] as StepEntry[] },
    ]);

  return (
    <fieldset className="min-w-0 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-semibold">Steps</legend>
      <ol className="space-y-5">
        {steps.map((step, index) => (
          <li key={step.key} className="space-y-4 border-b border-line pb-5">
            <div className="flex flex-wrap items-end gap-2">
              <span aria-hidden="true" className="pb-2 font-serif text-2xl text-signal">
                {index + 1}
              </span>
              <Field
                className="min-w-[min(100%,14rem)] flex-1"
                label={`Title of step ${index + 1}`}
                value={step.title}
                maxLength={limits.title}
                onChange={(event) => change(index, { title: event.target.value })}
              />
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Move step ${index + 1} up`}
                disabled={index === 0}
                onClick={() => swap(index, index - 1)}
              >
                <ArrowUp className="size-4" aria-hidden="true" />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Move step ${index + 1} down`}
                disabled={index === steps.length - 1}
                onClick={() => swap(index, index + 1)}
              >
                <ArrowDown className="size-4" aria-hidden="true" />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove step ${index + 1}`}
                onClick={() => onChange(steps.filter((_, each) => each !== index))}
              >
                <Trash2 className="size-4 text-signal" aria-hidden="true" />
              </Button>
            </div>
            <MarkdownEditor
              label={`Description of step ${index + 1}`}
              value={step.description}
              maxLength={limits.playbookDescription}
              onChange={(description) => change(index, { description })}
            />
            <StepPrompts
              prompts={step.prompts}
              playbookLevel={playbookLevel}
              onChange={(prompts) => change(index, { prompts })}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="secondary"
        size="small"
        className="mt-4"
        disabled={steps.length >= limits.steps}
        onClick={add}
      >
        Add Step
      </Button>
    </fieldset>
  );
}
