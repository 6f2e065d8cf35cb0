import { stringify } from 'yaml';
import { oneLine } from '#platform/text/markdown-text.ts';
import type { DownloadItem } from './download-item.ts';
import { stepsAsMarkdown } from './public/steps-markdown.ts';

/** An item's fields that the import reads, apart from its texts. */
function facts(item: DownloadItem) {
  const { slug, title, description, category, tags, tier_access, source } = item;
  const common = { slug, title, description, category, tags, tier_access, source };
  if (item.kind === 'playbook') return common;
  const { prompt_type, difficulty, model_context, use_cases, blanks, version, example_output } = item;
  return {
    ...common,
    prompt_type,
    difficulty,
    model_context,
    use_cases,
    version,
    ...(blanks.length > 0 && { blanks }),
    ...(example_output && { example_output }),
  };
}

/** In the import's JSON format, as a list of one item. */
export function asJson(item: DownloadItem): string {
  const content =
    item.kind === 'prompt'
      ? { prompts: [{ ...facts(item), prompt_body: item.prompt_body }] }
      : {
          playbooks: [
            {
              ...facts(item),
              steps: item.steps.map(({ title, description, prompts }) => ({ title, description, prompts })),
            },
          ],
        };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** A prompt as the import reads it: front matter, then the unchanged text. A playbook as a document, step by step. */
export function asMarkdown(item: DownloadItem): string {
  if (item.kind === 'prompt') {
    // Blanks share their defaults, for which there would be anchors and aliases.
    const head = stringify(facts(item), { aliasDuplicateObjects: false });
    return `---\n${head}---\n\n${item.prompt_body}\n`;
  }
  const parts = [
    `# ${oneLine(item.title)}`,
    item.description.trim(),
    stepsAsMarkdown(item.steps),
    `Source: ${item.source}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
