import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { webhookRules } from '#constants';
import { pageMeta } from '#platform/pages/page-meta.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { classNames } from '#ui/class-names.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/api-docs-page.ts';
import { type Endpoint, listEndpoints, listMessages, type Message } from './api-description.ts';
import { apiDocsContext } from './api-docs-context.ts';
import { examples } from './examples.ts';
import * as m from './words/messages.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [description, settings] = await Promise.all([
    context.get(apiDocsContext).description(),
    site.settings(),
  ]);
  return {
    endpoints: listEndpoints(description),
    messages: listMessages(description),
    siteName: settings.site_name,
    publicUrl: site.publicUrl,
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
  loaderData: { endpoints, messages, publicUrl },
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
              })}
            />
          </p>
          <p>
            <RichText parts={m.about_lists_and_errors({ code: inCode })} />
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
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
            <pre className={code} tabIndex={0} data-example={language}>
              {text}
            </pre>
          </section>
        ))}
        {endpoints.map((endpoint) => (
          <EndpointSection key={endpoint.id} endpoint={endpoint} />
        ))}
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
/** What the page has, with a link to each part of it. */
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
      <a href="#webhooks" className={classNames(sectionLink, 'block')}>
        {m.webhooks()}
      </a>
    </li>
  </ul>
);
const sectionLink = 'py-1 text-muted hover:text-ink max-lg:py-2.5';

const code =
  'mt-1 overflow-x-auto rounded-md border border-line bg-surface px-4 py-3 font-mono text-[0.8125rem]';

function EndpointSection({ endpoint }: { endpoint: Endpoint }) {
  const { id, method, path, summary, needsToken, parameters, body, responses } = endpoint;
  return (
    <section aria-labelledby={id} className="mt-12 border-t border-line pt-6">
      <h2 id={id} className="font-mono text-base font-semibold [overflow-wrap:anywhere]">
        <span className="text-accent">{method}</span> {path}
      </h2>
      <p className="mt-2">
        {summary} {needsToken && <em className="eyebrow ml-1 text-signal not-italic">token</em>}
      </p>
      {parameters.length > 0 && (
        <>
          <h3 className="eyebrow mt-5 font-sans">{m.parameters()}</h3>
          <dl className="mt-1 text-sm">
            {parameters.map(({ name, type, isRequired }) => (
              <div key={name} className="flex flex-wrap gap-x-3 border-b border-line py-1.5">
                <dt className="font-mono">
                  {name}
                  {!isRequired && '?'}
                </dt>
                <dd className="text-muted [overflow-wrap:anywhere]">{type}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {body && (
        <>
          <h3 className="eyebrow mt-5 font-sans">{m.body()}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
          <pre className={code} tabIndex={0}>
            {body}
          </pre>
        </>
      )}
      <h3 className="eyebrow mt-5 font-sans">{m.responses()}</h3>
      <ul className="mt-1 space-y-2 text-sm">
        {responses.map(({ status, description, shape }) => (
          <li key={status}>
            <span className="font-mono font-semibold">{status}</span> {description}
            {shape && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
              <pre className={code} tabIndex={0}>
                {shape}
              </pre>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Webhooks({ messages }: { messages: Message[] }) {
  return (
    <section aria-labelledby="webhooks" className="mt-12 border-t border-line pt-6">
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
      {messages.map(({ type, summary, shape }) => (
        <section key={type} aria-labelledby={type}>
          <h3 id={type} className="mt-8 font-mono text-base font-semibold">
            {type}
          </h3>
          <p className="mt-2">{summary}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
          <pre className={code} tabIndex={0}>
            {shape}
          </pre>
        </section>
      ))}
    </section>
  );
}
