import { useQuery } from '@tanstack/react-query';
import { adminTiersQuery } from '#money/offers/public/admin-tiers-query.ts';
import { FactList } from '#ui/fact-list.tsx';
import { Markdown } from '#ui/markdown/lazy-markdown.tsx';
import type { Mailing } from './mailings.contract.ts';
import { segmentFacts } from './segment-words.ts';
import * as m from './words/messages.ts';

/** The segment and the text of an email. */
export function MailingContent({ mailing: { segment, body } }: { mailing: Mailing }) {
  const { data: tiers } = useQuery(adminTiersQuery);
  return (
    <>
      <section aria-labelledby="to-whom" className="mt-10">
        <h2 id="to-whom" className="mb-4 text-xl">
          {m.to_whom()}
        </h2>
        <FactList facts={segmentFacts(segment, tiers)} />
      </section>
      <section aria-labelledby="email-text" className="mt-10">
        <h2 id="email-text" className="mb-4 text-xl">
          {m.text()}
        </h2>
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-96 overflow-y-auto rounded-md border border-line bg-surface px-5 py-4"
        >
          <Markdown text={body} />
        </div>
      </section>
    </>
  );
}
