import { limits, openInTools } from '#constants';

/** A tool in which a prompt can be opened. `address` contains `{prompt}` if the tool takes a text from its URL. */
export type OpenTarget = { name: string; address: string };

/** The tools that a site offers by default. Gemini and Mistral take no text from the URL. */
export const knownTargets = {
  chatgpt: { name: 'ChatGPT', address: 'https://chatgpt.com/?q={prompt}' },
  claude: { name: 'Claude', address: 'https://claude.ai/new?q={prompt}' },
  gemini: { name: 'Gemini', address: 'https://gemini.google.com/app' },
  copilot: { name: 'Copilot', address: 'https://copilot.microsoft.com/?q={prompt}' },
  perplexity: { name: 'Perplexity', address: 'https://www.perplexity.ai/search?q={prompt}' },
  mistral: { name: 'Mistral', address: 'https://chat.mistral.ai/chat' },
} as const satisfies Record<KnownTarget, OpenTarget>;
type KnownTarget = (typeof openInTools)[number];

/** Stored if the owner wants none, because an empty setting would keep the previous value. */
export const noTargets = 'none';

/** The targets named in a setting such as "chatgpt,claude". */
export const chosenTargets = (setting: string): KnownTarget[] =>
  openInTools.filter((name) => setting.split(',').includes(name));

const ownLine = /^(.{1,40}?)\s*\|\s*(https?:\/\/\S{1,500})$/;

/** Parses lines such as "Name | https://…". Undefined if any line has another form. */
export function readOwnTargets(setting: string): OpenTarget[] | undefined {
  const lines = setting === noTargets ? [] : setting.split('\n').map((line) => line.trim());
  const targets = lines.filter(Boolean).map((line) => {
    const [, name = '', address = ''] = ownLine.exec(line) ?? [];
    return { name, address };
  });
  return targets.every(({ address }) => URL.canParse(address)) ? targets : undefined;
}

/** All targets of the site; the owner's own come last. */
export const openTargets = (settings: { open_in: string; open_in_own: string }): OpenTarget[] => [
  ...chosenTargets(settings.open_in).map((name) => knownTargets[name]),
  ...(readOwnTargets(settings.open_in_own) ?? []),
];

/** The tool's URL with the prompt in it; undefined if the tool takes none, or the URL would be too long. */
export function addressWith(target: OpenTarget, prompt: string): string | undefined {
  if (!target.address.includes('{prompt}')) return undefined;
  // A function, because "$&" in a replacement string has a meaning of its own.
  const address = target.address.replaceAll('{prompt}', () => encodeURIComponent(prompt.toWellFormed()));
  return address.length <= limits.openAddress ? address : undefined;
}

/** The tool's URL without a prompt. */
export function bareAddress(target: OpenTarget): string {
  if (!target.address.includes('{prompt}')) return target.address;
  const { origin, pathname } = new URL(target.address.replaceAll('{prompt}', ''));
  return origin + pathname;
}
