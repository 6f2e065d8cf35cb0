type Playbook = {
  description: string;
  steps: readonly {
    title: string;
    description: string;
    prompts: readonly { title: string; prompt_body: string }[];
  }[];
};

/** A whole playbook as one text, to be read and compared line by line. */
export function playbookDocument({ description, steps }: Playbook): string {
  const parts = steps.flatMap((step, index) => [
    `${index + 1}. ${step.title}`,
    step.description,
    ...step.prompts.flatMap(({ title, prompt_body }) => [title, prompt_body]),
  ]);
  return [description, ...parts]
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `${part}\n`)
    .join('\n');
}
