import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { scopes } from '#constants';
import { RichText } from '#ui/rich-text.tsx';
import { CodeBox } from './code-box.tsx';
import { examples, tokenExample } from './examples.ts';
import { inCode, linkStyles, linkTo } from './text-parts.tsx';
import * as m from './words/messages.ts';

/** The sections about using the API, with their ids. */
export const usingSections = () =>
  [
    ['examples', m.examples()],
    ['access-tokens', m.access_tokens()],
    ['oauth', m.oauth()],
    ['repeating-requests', m.repeating_requests()],
    ['other-addresses', m.other_addresses()],
  ] as const;

const pageLink = (to: string) => (text: string) => (
  <Link to={to} className={linkStyles}>
    {text}
  </Link>
);

function Section({ id, children }: { id: ReturnType<typeof usingSections>[number][0]; children: ReactNode }) {
  const [, title] = usingSections().find(([section]) => section === id) ?? [];
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const Words = ({ parts }: { parts: Parameters<typeof RichText>[0]['parts'] }) => (
  <p className="mt-2 max-w-2xl text-muted">
    <RichText parts={parts} />
  </p>
);

/** How to begin, and what is specific to this API. */
export function UsingApi({ publicUrl }: { publicUrl: string }) {
  return (
    <>
      <Section id="examples">
        <Words parts={m.about_examples({ link: pageLink('/settings/keys') })} />
        {examples(publicUrl).map(({ language, code }) => (
          <section key={language} aria-label={language}>
            <h3 className="eyebrow mt-5 font-sans">{language}</h3>
            <CodeBox data-example={language}>{code}</CodeBox>
          </section>
        ))}
      </Section>
      <Section id="access-tokens">
        <Words parts={m.about_access_tokens({ code: inCode })} />
        <CodeBox data-example="token">{tokenExample(publicUrl)}</CodeBox>
        <Words parts={m.about_auth_clients({ code: inCode, url: `${publicUrl}/auth/v1` })} />
      </Section>
      <Section id="oauth">
        <Words
          parts={m.about_oauth({
            code: inCode,
            resource: `resource=${publicUrl}/api/v1`,
            scopes: scopes.join(', '),
            discovery: linkTo('/.well-known/oauth-authorization-server'),
          })}
        />
      </Section>
      <Section id="repeating-requests">
        <Words parts={m.about_repeating({ code: inCode })} />
        <Words parts={m.about_repeating_exceptions({ code: inCode })} />
      </Section>
      <Section id="other-addresses">
        <ul className="mt-2 max-w-2xl list-disc space-y-1 pl-5 text-muted">
          <li>
            <RichText
              parts={m.about_mcp({
                code: inCode,
                resource: `resource=${publicUrl}/mcp`,
                link: pageLink('/settings/connect'),
              })}
            />
          </li>
          <li>
            <RichText
              parts={m.about_embeds({ code: inCode, example: `/oembed?url=${publicUrl}/browse/…` })}
            />
          </li>
          <li>
            <RichText parts={m.about_public_feeds({ code: inCode })} />
          </li>
        </ul>
      </Section>
    </>
  );
}
