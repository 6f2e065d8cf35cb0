import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { bodyLimits, listLimitDefault, listLimitMaximum, requestLimits, webhookRules } from '#constants';
import { type ErrorMeaning, errorCodes } from '#platform/errors.ts';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { pageMeta } from '#platform/pages/page-meta.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { classNames } from '#ui/class-names.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/api-docs-page.ts';
import { type Endpoint, listEndpoints, listMessages, type Message } from './api-description.ts';
import { apiDocsContext } from './api-docs-context.ts';
import { CodeBox } from './code-box.tsx';
import { EndpointPart } from './endpoint-part.tsx';
import { ErrorCodes } from './error-codes.tsx';
import { examples } from './examples.ts';
import { FoldedPart } from './folded-part.tsx';
import * as m from './words/messages.ts';

export const handle: PageHandle = { isLong: true };

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [description, settings] = await Promise.all([
    context.get(apiDocsContext).description(),
    site.settings(),
  ]);
  return {
    endpoints: listEndpoints(description),
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
  loaderData: { endpoints, messages, codes, publicUrl, requests },
}: Route.ComponentProps) {
  return (
    <div className="page grid gap-x-14 py-14 lg:grid-cols-[15rem_1fr]">
      <nav aria-label={common.on_this_page()} className="hidden lg:block">
        <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto text-[0.8125rem]">
          <Sections endpoints={endpoints} />
        </div>
      </nav>
      <div className="min-w-0">
        <h1 className="text-4xl md:text-5xl">{m.api()}</h1>
        <div className="mt-5 max-w-2xl space-y-3 text-muted">
          <p>
            <RichText
              parts={m.about_requests({
                url: `${publicUrl}/api/v1`,
                ...bodyLimits.anyone,
                longMebibytes: bodyLimits.longTexts.mebibytes,
                editorMebibytes: bodyLimits.editors.mebibytes,
                editorValues: bodyLimits.editors.values,
                levels: bodyLimits.levels,
                code: inCode,
                openapi: linkTo('/api/v1/openapi.json'),
                client: linkTo('/api/v1/client.ts'),
              })}
            />
          </p>
          <p>
            <RichText
              parts={m.about_tokens({
                mark: (text) => <em className="eyebrow text-signal not-italic">{text}</em>,
                code: inCode,
                requests,
              })}
            />
          </p>
          <p>
            <RichText
              parts={m.about_lists_and_errors({
                code: inCode,
                list: linkTo('#error-codes'),
                standard: listLimitDefault,
                largest: listLimitMaximum,
              })}
            />
          </p>
        </div>
        <details className="group mt-8 rounded-md border border-line bg-surface lg:hidden">
          <summary className="flex min-h-11 items-center justify-between px-4 font-semibold">
            {common.on_this_page()}
            <ChevronDown
              className="size-4 text-muted transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <nav aria-label={common.on_this_page()} className="border-t border-line px-4 py-2 text-[0.8125rem]">
            <Sections endpoints={endpoints} />
          </nav>
        </details>
        <h2 id="examples" className="mt-12 text-2xl">
          {m.examples()}
        </h2>
        <p className="mt-2 max-w-2xl text-muted">
          <RichText
            parts={m.about_examples({
              link: (text) => (
                <Link to="/settings/keys" className={linkStyles}>
                  {text}
                </Link>
              ),
            })}
          />
        </p>
        {examples(publicUrl).map(({ language, code: text }) => (
          <section key={language} aria-label={language}>
            <h3 className="eyebrow mt-5 font-sans">{language}</h3>
            <CodeBox data-example={language}>{text}</CodeBox>
          </section>
        ))}
        <div className="mt-12 border-b border-line">
          {endpoints.map((endpoint) => (
            <EndpointPart key={endpoint.id} endpoint={endpoint} />
          ))}
        </div>
        <ErrorCodes codes={codes} />
        <Webhooks messages={messages} />
      </div>
    </div>
  );
}

const linkStyles = 'font-semibold text-accent underline underline-offset-4';
const linkTo = (address: string) => (text: string) => (
  <a href={address} className={linkStyles}>
    {text}
  </a>
);
const inCode = (text: string) => <code className="font-mono text-sm">{text}</code>;
/** Links to the sections of the page. */
const Sections = ({ endpoints }: { endpoints: Endpoint[] }) => (
  <ul className="space-y-0.5">
    <li>
      <a href="#examples" className={classNames(sectionLink, 'block')}>
        {m.examples()}
      </a>
    </li>
    {endpoints.map(({ id, method, path }) => (
      <li key={id}>
        <a href={`#${id}`} className={classNames(sectionLink, 'flex gap-2')}>
          <span className="w-12 shrink-0 font-mono text-[0.6875rem] leading-5 text-accent">{method}</span>
          <span className="[overflow-wrap:anywhere]">{path.replace('/api/v1', '')}</span>
        </a>
      </li>
    ))}
    <li>
      <a href="#error-codes" className={classNames(sectionLink, 'block')}>
        {m.error_codes()}
      </a>
    </li>
    <li>
      <a href="#webhooks" className={classNames(sectionLink, 'block')}>
        {m.webhooks()}
      </a>
    </li>
  </ul>
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
          <FoldedPart
            key={type}
            id={type}
            Heading="h3"
            heading={type}
            about={<span lang="en">{summary}</span>}
          >
            <CodeBox>{shape}</CodeBox>
          </FoldedPart>
        ))}
      </div>
    </section>
  );
}
