import { fenced, oneLine } from '#platform/text/markdown-text.ts';

type Step = {
  title: string;
  description: string;
  prompts: readonly { title: string; prompt_body: string }[];
};

/** The steps of a playbook as Markdown. Prompts are fenced, so that a heading in one doesn't look like a step. */
export const stepsAsMarkdown = (steps: readonly Step[]) =>
  steps
    .flatMap(({ title, description, prompts }, index) => [
      `## ${index + 1}. ${oneLine(title)}`,
      description.trim(),
      ...prompts.flatMap((prompt) => [`### ${oneLine(prompt.title)}`, fenced(prompt.prompt_body)]),
    ])
    .filter(Boolean)
    .join('\n\n');
