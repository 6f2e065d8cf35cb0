import { pageMeta } from '#platform/page-meta.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/api-docs-page.ts';
import { type Endpoint, listEndpoints } from './api-description.ts';
import { apiDocsContext } from './api-docs-context.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [description, settings] = await Promise.all([
    context.get(apiDocsContext).description(),
    site.settings(),
  ]);
  return {
    endpoints: listEndpoints(description),
    siteName: settings.site_name,
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        ...loaderData,
        path: '/api/docs',
        title: 'API',
        description: `The data API of ${loaderData.siteName}: every endpoint with its parameters and responses.`,
      })
    : [];

export default function ApiDocsPage({ loaderData: { endpoints, publicUrl } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-x-14 py-14 lg:grid-cols-[15rem_1fr]">
      <nav aria-label="Endpoints" className="hidden lg:block">
        <ul className="sticky top-20 max-h-[calc(100dvh-6rem)] space-y-0.5 overflow-y-auto text-[0.8125rem]">
          {endpoints.map(({ id, method, path }) => (
            <li key={id}>
              <a href={`#${id}`} className="flex gap-2 py-1 text-muted hover:text-ink">
                <span className="w-12 shrink-0 font-mono text-[0.6875rem] leading-5 text-accent">
                  {method}
                </span>
                <span className="[overflow-wrap:anywhere]">{path.replace('/api/v1', '')}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <h1 className="text-4xl md:text-5xl">API</h1>
        <div className="mt-5 max-w-2xl space-y-3 text-muted">
          <p>
            JSON over HTTP under <code className="font-mono text-sm">{publicUrl}/api/v1</code>. Prices are
            integer cents, times are UTC in ISO 8601. For machines:{' '}
            <a href="/api/v1/openapi.json" className="font-semibold text-accent underline underline-offset-4">
              OpenAPI 3.1
            </a>
            .
          </p>
          <p>
            Endpoints marked <em>token</em> need an access token from the GoTrue API under{' '}
            <code className="font-mono text-sm">/auth/v1</code>, which any Supabase auth client can get. Send
            it as <code className="font-mono text-sm">Authorization: Bearer …</code>.
          </p>
          <p>
            Lists take <code className="font-mono text-sm">limit</code> and{' '}
            <code className="font-mono text-sm">cursor</code>; the response holds the next cursor. An error is{' '}
            <code className="font-mono text-sm">{'{ error, code }'}</code>: a message for people and a stable
            code. Any endpoint may respond with 400, 413, 415 or 422 to an invalid request, and with 503 and{' '}
            <code className="font-mono text-sm">Retry-After</code> while the database is unavailable.
          </p>
        </div>
        {endpoints.map((endpoint) => (
          <EndpointSection key={endpoint.id} endpoint={endpoint} />
        ))}
      </div>
    </div>
  );
}

const code =
  'mt-1 overflow-x-auto rounded-md border border-line bg-surface px-4 py-3 font-mono text-[0.8125rem]';

function EndpointSection({ endpoint }: { endpoint: Endpoint }) {
  const { id, method, path, summary, needsToken, parameters, body, responses } = endpoint;
  return (
    <section aria-labelledby={id} className="mt-12 border-t border-line pt-6">
      <h2 id={id} className="scroll-mt-20 font-mono text-base font-semibold [overflow-wrap:anywhere]">
        <span className="text-accent">{method}</span> {path}
      </h2>
      <p className="mt-2">
        {summary} {needsToken && <span className="eyebrow ml-1 text-signal">token</span>}
      </p>
      {parameters.length > 0 && (
        <>
          <h3 className="eyebrow mt-5 font-sans">Parameters</h3>
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
          <h3 className="eyebrow mt-5 font-sans">Body</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
          <pre className={code} tabIndex={0}>
            {body}
          </pre>
        </>
      )}
      <h3 className="eyebrow mt-5 font-sans">Responses</h3>
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
