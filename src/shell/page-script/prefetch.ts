import { locales } from '#constants';
import { readKeptSession } from '#people/session/public/kept-session.ts';
import { prefetchResponses } from '#platform/client/prefetched-responses.ts';
import { languageHeader, locale } from '#platform/language/locale.ts';
import { showEarly } from './show-early.ts';

const listOf = (collection: string) => ({
  list: `${collection}?sort=newest`,
  categories: 'categories',
});
/** What pages of members begin with, by their path. A path with more to it is that of an item. */
const pages: Record<string, (rest: string) => Record<string, string>> = {
  dashboard: () => ({ stats: 'stats', runs: 'runs', recent: 'recent', ...listOf('prompts') }),
  prompts: () => listOf('prompts'),
  playbooks: () => listOf('playbooks'),
  prompt: (slug) => ({
    item: `prompts/${slug}`,
    outcomes: `prompts/${slug}/outcomes`,
    results: `prompts/${slug}/results`,
    values: 'values',
  }),
  playbook: (slug) => ({ item: `playbooks/${slug}`, runs: 'runs' }),
};

/** Asks for what a member's page begins with, while the app that shows it is still on its way. */
export function prefetchPage() {
  const session = readKeptSession();
  const [, page = '', rest = ''] = location.pathname.split('/');
  if (!session || location.search !== '' || !Object.hasOwn(pages, page)) return;
  const parts: Record<string, string> = { ...pages[page]?.(rest), profile: 'profile' };
  const addressOf = (part: string) => `/api/v1/${parts[part]}`;
  const answers = prefetchResponses(
    Object.keys(parts).map(addressOf),
    session.access_token,
    locale() === locales[0] ? {} : { [languageHeader]: locale() },
  );
  void showEarly((part) => answers.get(addressOf(part)));
}
