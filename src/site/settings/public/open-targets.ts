import { limits, openInTools } from '#constants';

/** A tool in which a prompt can be opened. `address` has `{prompt}` where the tool takes a text from its address. */
export type OpenTarget = { name: string; address: string };

/** What a site offers unless its owner chooses otherwise. Gemini and Mistral take no text from the address. */
export const knownTargets = {
  chatgpt: { name: 'ChatGPT', address: 'https://chatgpt.com/?q={prompt}' },
  claude: { name: 'Claude', address: 'https://claude.ai/new?q={prompt}' },
  gemini: { name: 'Gemini', address: 'https://gemini.google.com/app' },
  copilot: { name: 'Copilot', address: 'https://copilot.microsoft.com/?q={prompt}' },
  perplexity: { name: 'Perplexity', address: 'https://www.perplexity.ai/search?q={prompt}' },
  mistral: { name: 'Mistral', address: 'https://chat.mistral.ai/chat' },
} as const satisfies Record<KnownTarget, OpenTarget>;
type KnownTarget = (typeof openInTools)[number];

/** Written where the owner wants none; an empty setting would keep the value before. */
export const noTargets = 'none';

/** "chatgpt,claude" as its names. */
export const chosenTargets = (setting: string): KnownTarget[] =>
  openInTools.filter((name) => setting.split(',').includes(name));

const ownLine = /^(.{1,40}?)\s*\|\s*(https?:\/\/\S{1,500})$/;

/** Each line "Name | https://…". Undefined where a line is something else. */
export function readOwnTargets(setting: string): OpenTarget[] | undefined {
  const lines = setting === noTargets ? [] : setting.split('\n').map((line) => line.trim());
  const targets = lines.filter(Boolean).map((line) => {
    const [, name = '', address = ''] = ownLine.exec(line) ?? [];
    return { name, address };
  });
  return targets.every(({ address }) => URL.canParse(address)) ? targets : undefined;
}

/** Every target of the site, its owner's own last. */
export const openTargets = (settings: { open_in: string; open_in_own: string }): OpenTarget[] => [
  ...chosenTargets(settings.open_in).map((name) => knownTargets[name]),
  ...(readOwnTargets(settings.open_in_own) ?? []),
];

/** The tool's address with the prompt in it; undefined where the tool takes none, or the address would be too long. */
export function addressWith(target: OpenTarget, prompt: string): string | undefined {
  if (!target.address.includes('{prompt}')) return undefined;
  // A replacement given as text would have a meaning of its own for "$&".
  const address = target.address.replaceAll('{prompt}', () => encodeURIComponent(prompt.toWellFormed()));
  return address.length <= limits.openAddress ? address : undefined;
}

/** The tool itself, without a prompt. */
export function bareAddress(target: OpenTarget): string {
  if (!target.address.includes('{prompt}')) return target.address;
  const { origin, pathname } = new URL(target.address.replaceAll('{prompt}', ''));
  return origin + pathname;
}
