import { locales } from '#constants';
import { readKeptSession } from '#people/session/public/kept-session.ts';
import { prefetchResponses } from '#platform/client/prefetched-responses.ts';
import { languageHeader, locale } from '#platform/language/locale.ts';

const listOf = (collection: string) => ['categories', `${collection}?sort=newest`];
/** What pages of members begin with, by their path. A path with more to it is that of an item. */
const pages: Record<string, (rest: string) => string[]> = {
  dashboard: () => ['stats', 'runs', 'recent', ...listOf('prompts')],
  prompts: () => listOf('prompts'),
  playbooks: () => listOf('playbooks'),
  prompt: (slug) => ['values', ...['', '/outcomes', '/results'].map((part) => `prompts/${slug}${part}`)],
  playbook: (slug) => ['runs', `playbooks/${slug}`],
};

/** Asks for what a member's page begins with, while the app that shows it is still on its way. */
export function prefetchPage() {
  const session = readKeptSession();
  const [, page = '', rest = ''] = location.pathname.split('/');
  if (!session || location.search !== '' || !Object.hasOwn(pages, page)) return;
  const addresses = ['profile', ...(pages[page]?.(rest) ?? [])];
  prefetchResponses(
    addresses.map((address) => `/api/v1/${address}`),
    session.access_token,
    locale() === locales[0] ? {} : { [languageHeader]: locale() },
  );
}
