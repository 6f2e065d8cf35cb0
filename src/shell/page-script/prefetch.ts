import { locales } from '#constants';
import { readKeptSession } from '#people/session/public/kept-session.ts';
import { prefetchResponses } from '#platform/client/prefetched-responses.ts';
import { languageHeader, locale } from '#platform/language/locale.ts';
import { readAsked } from './asked.ts';
import { showEarly } from './show-early.ts';

/** Requests the first data of a member's page while the app is still loading. */
export function prefetchPage() {
  const session = readKeptSession();
  const asked = readAsked();
  if (!session || !asked) return;
  const addressOf = (part: string) => `/api/v1/${asked[part]}`;
  const answers = prefetchResponses(
    Object.keys(asked).map(addressOf),
    session.access_token,
    locale() === locales[0] ? {} : { [languageHeader]: locale() },
  );
  void showEarly((part) => answers.get(addressOf(part)));
}
