import { stepsAsMarkdown } from '#library/downloads/public/steps-markdown.ts';
import { isForSale } from '#money/offers/public/for-sale.ts';
import type { McpRequest, Playbook, Prompt } from './mcp-services.ts';

type Item = Pick<Prompt, 'slug' | 'daily_limit_reached'> &
  Partial<Pick<Playbook, 'is_purchasable' | 'price'>>;

/** How a member can unlock an item, in a sentence for a model to pass on. */
export function unlockHint({ publicUrl }: Pick<McpRequest, 'publicUrl'>, item: Item, path: string): string {
  if (item.daily_limit_reached) return "The plan's daily limit is used up. It resets at midnight UTC.";
  const what = isForSale(item) ? 'a higher plan or a purchase' : 'a higher plan';
  return `Locked: ${what} is needed. See ${publicUrl}${path}/${item.slug} or ${publicUrl}/pricing.`;
}

/** A prompt as Markdown, with its text if the viewer can read it. */
export function promptText(request: Pick<McpRequest, 'publicUrl'>, prompt: Prompt): string {
  return `# ${prompt.title}\n\n${prompt.prompt_body ?? unlockHint(request, prompt, '/prompt')}\n`;
}

type ShownPlaybook = ReturnType<typeof shownPlaybook>;

/** A playbook as far as the viewer can read it: a locked one has the titles of its steps, and `unlock`. */
export function shownPlaybook(request: Pick<McpRequest, 'publicUrl'>, playbook: Playbook) {
  const { slug, title, description, can } = playbook;
  const preview = playbook.preview.map((step) => ({ title: step.title, description: '', prompts: [] }));
  return {
    slug,
    title,
    description,
    is_locked: !can.read,
    unlock: can.read ? null : unlockHint(request, playbook, '/playbook'),
    steps: (can.read ? playbook.steps : preview).map((step, index) => ({
      number: index + 1,
      title: step.title,
      description: step.description,
      prompts: step.prompts.map((prompt) => ({ title: prompt.title, text: prompt.prompt_body })),
    })),
  };
}

/** The same as Markdown. */
export function playbookText({ title, description, unlock, steps }: ShownPlaybook): string {
  const head = `# ${title}\n\n${description}\n`;
  if (unlock !== null)
    return `${head}\n${unlock}\n\n${steps.map((step) => `${step.number}. ${step.title}`).join('\n')}\n`;
  const readable = steps.map(({ prompts, ...step }) => ({
    ...step,
    prompts: prompts.map((prompt) => ({ title: prompt.title, prompt_body: prompt.text })),
  }));
  return `${head}\n${stepsAsMarkdown(readable)}\n`;
}
