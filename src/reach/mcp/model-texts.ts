import type { McpRequest, Playbook, Prompt } from './mcp-services.ts';

type Item = Pick<Prompt, 'slug' | 'daily_limit_reached'>;

/** How a member can unlock an item, in a sentence for a model to pass on. */
export function unlockHint({ publicUrl }: Pick<McpRequest, 'publicUrl'>, item: Item, path: string): string {
  if (item.daily_limit_reached) return "The plan's daily limit is used up. It resets at midnight UTC.";
  return `Locked: a higher plan is needed. See ${publicUrl}${path}/${item.slug} or ${publicUrl}/pricing.`;
}

/** A prompt as Markdown, with its text if the viewer can read it. */
export function promptText(request: Pick<McpRequest, 'publicUrl'>, prompt: Prompt): string {
  return `# ${prompt.title}\n\n${prompt.prompt_body ?? unlockHint(request, prompt, '/prompt')}\n`;
}

/** A playbook as Markdown, with its steps if the viewer can read them, and otherwise their titles. */
export function playbookText(request: Pick<McpRequest, 'publicUrl'>, playbook: Playbook): string {
  const head = `# ${playbook.title}\n\n${playbook.description}\n`;
  if (!playbook.can.read)
    return `${head}\n${unlockHint(request, playbook, '/playbook')}\n\n${playbook.preview
      .map(({ title }, index) => `${index + 1}. ${title}`)
      .join('\n')}\n`;
  const steps = playbook.steps.map(({ title, description, prompts }, index) =>
    [
      `## ${index + 1}. ${title}`,
      description,
      ...prompts.map((prompt) => `### ${prompt.title}\n\n${prompt.prompt_body}`),
    ]
      .filter(Boolean)
      .join('\n\n'),
  );
  return `${head}\n${steps.join('\n\n')}\n`;
}
