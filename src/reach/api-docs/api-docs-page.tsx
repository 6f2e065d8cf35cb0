import { ChevronDown } from 'lucide-react';
import { requestLimits, webhookRules } from '#constants';
import { type ErrorMeaning, errorCodes } from '#platform/errors.ts';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { pageMeta } from '#platform/pages/page-meta.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { classNames } from '#ui/class-names.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/api-docs-page.ts';
import { AboutApi } from './about-api.tsx';
import { type Group, listGroups, listMessages, type Message } from './api-description.ts';
import { apiDocsContext } from './api-docs-context.ts';
import { CodeBox } from './code-box.tsx';
import { EndpointPart } from './endpoint-part.tsx';
import { ErrorCodes } from './error-codes.tsx';
import { FoldedPart } from './folded-part.tsx';
import { linkTo } from './text-parts.tsx';
import { UsingApi, usingSections } from './using-api.tsx';
import * as m from './words/messages.ts';

export const handle: PageHandle = { isLong: true };

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [description, settings] = await Promise.all([
    context.get(apiDocsContext).description(),
    site.settings(),
  ]);
  return {
    groups: listGroups(description),
    messages: listMessages(description),
    codes: Object.entries<ErrorMeaning>(errorCodes),
    siteName: settings.site_name,
    publicUrl: site.publicUrl,
    // Here, so that the browser doesn't load all limits.
    requests: requestLimits['api-key'].points,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        ...loaderData,
        path: '/api/docs',
        title: m.api(),
        description: m.the_data_api_of_site_name({ siteName: loaderData.siteName }),
      })
    : [];

export default function ApiDocsPage({
  loaderData: { groups, messages, codes, publicUrl, requests },
}: Route.ComponentProps) {
  return (
    <div className="page grid gap-x-14 py-14 lg:grid-cols-[15rem_1fr]">
      <nav aria-label={common.on_this_page()} className="hidden lg:block">
        <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto text-[0.8125rem]">
          <Sections groups={groups} />
        </div>
      </nav>
      <div className="min-w-0">
        <h1 className="text-4xl md:text-5xl">{m.api()}</h1>
        <AboutApi publicUrl={publicUrl} requests={requests} />
        <details className="group mt-8 rounded-md border border-line bg-surface lg:hidden">
          <summary className="flex min-h-11 items-center justify-between px-4 font-semibold">
            {common.on_this_page()}
            <ChevronDown
              className="size-4 text-muted transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <nav aria-label={common.on_this_page()} className="border-t border-line px-4 py-2 text-[0.8125rem]">
            <Sections groups={groups} />
          </nav>
        </details>
        <UsingApi publicUrl={publicUrl} />
        {groups.map(({ id, name, about, endpoints }) => (
          <section key={id} aria-labelledby={id} className="mt-12">
            <h2 id={id} lang="en" className="text-2xl">
              {name}
            </h2>
            <p lang="en" className="mt-2 mb-4 text-muted">
              {about}
            </p>
            <div className="border-b border-line">
              {endpoints.map((endpoint) => (
                <EndpointPart key={endpoint.id} endpoint={endpoint} />
              ))}
            </div>
          </section>
        ))}
        <ErrorCodes codes={codes} />
        <Webhooks messages={messages} />
      </div>
    </div>
  );
}

/** Links to the sections of the page. */
const Sections = ({ groups }: { groups: Group[] }) => (
  <ul className="space-y-0.5">
    {usingSections().map(([id, title]) => (
      <SectionLink key={id} id={id}>
        {title}
      </SectionLink>
    ))}
    {groups.map(({ id, name, endpoints }) => (
      <li key={id}>
        <a href={`#${id}`} lang="en" className={classNames(sectionLink, 'mt-2 block font-semibold')}>
          {name}
        </a>
        <ul className="space-y-0.5">
          {endpoints.map(({ id: part, method, path }) => (
            <li key={part}>
              <a href={`#${part}`} className={classNames(sectionLink, 'flex gap-2')}>
                <span className="w-12 shrink-0 font-mono text-[0.6875rem] leading-5 text-accent">
                  {method}
                </span>
                <span className="[overflow-wrap:anywhere]">{path.replace('/api/v1', '')}</span>
              </a>
            </li>
          ))}
        </ul>
      </li>
    ))}
    <SectionLink id="error-codes">{m.error_codes()}</SectionLink>
    <SectionLink id="webhooks">{m.webhooks()}</SectionLink>
  </ul>
);
const SectionLink = ({ id, children }: { id: string; children: string }) => (
  <li>
    <a href={`#${id}`} className={classNames(sectionLink, 'block')}>
      {children}
    </a>
  </li>
);
const sectionLink = 'py-1 text-muted hover:text-ink max-lg:py-2.5';

function Webhooks({ messages }: { messages: Message[] }) {
  return (
    <section aria-labelledby="webhooks" className="mt-12">
      <h2 id="webhooks" className="text-2xl">
        {m.webhooks()}
      </h2>
      <div className="mt-2 max-w-2xl space-y-3 text-muted">
        <p>{m.webhooks_are_posts({ seconds: webhookRules.timeout / 1_000, days: webhookRules.days })}</p>
        <p>{m.webhooks_repeat()}</p>
        <p>
          <RichText parts={m.webhooks_are_signed({ link: linkTo('https://www.standardwebhooks.com') })} />
        </p>
      </div>
      <div className="mt-6 border-b border-line">
        {messages.map(({ type, summary, shape }) => (
          <FoldedPart key={type} id={type} heading={type} about={<span lang="en">{summary}</span>}>
            <CodeBox>{shape}</CodeBox>
          </FoldedPart>
        ))}
      </div>
    </section>
  );
}
