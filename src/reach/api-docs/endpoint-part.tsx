import { PathText } from '#ui/path-text.tsx';
import type { Endpoint } from './api-description.ts';
import { CodeBox } from './code-box.tsx';
import { CodedText } from './coded-text.tsx';
import { FoldedPart } from './folded-part.tsx';
import * as m from './words/messages.ts';

export function EndpointPart({ endpoint }: { endpoint: Endpoint }) {
  const { id, method, path, summary, needsToken, parameters, body, responses } = endpoint;
  return (
    <FoldedPart
      id={id}
      heading={
        <>
          <span className="text-accent">{method}</span> <PathText path={path} />
        </>
      }
      about={
        <>
          <span lang="en">{summary}</span>{' '}
          {needsToken && <em className="eyebrow ml-1 text-signal not-italic">token</em>}
        </>
      }
    >
      {endpoint.description && (
        <p lang="en" className="mb-4 text-sm">
          <CodedText text={endpoint.description} />
        </p>
      )}
      {parameters.length > 0 && (
        <>
          <h4 className="eyebrow mt-2 mb-1 font-sans">{m.parameters()}</h4>
          <dl className="mb-5 text-sm">
            {parameters.map(({ name, type, about, isRequired }) => (
              <div key={name} className="flex flex-wrap gap-x-3 border-b border-line py-1.5">
                <dt className="font-mono">
                  {name}
                  {!isRequired && '?'}
                </dt>
                <dd className="text-muted [overflow-wrap:anywhere]">{type}</dd>
                {about && (
                  <dd lang="en" className="basis-full text-muted">
                    <CodedText text={about} />
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </>
      )}
      {body && (
        <>
          <h4 className="eyebrow mt-2 font-sans">{m.body()}</h4>
          <div className="mb-5">
            {body.about && (
              <p lang="en" className="text-sm">
                <CodedText text={body.about} />
              </p>
            )}
            <CodeBox>{body.shape}</CodeBox>
          </div>
        </>
      )}
      <h4 className="eyebrow mt-2 font-sans">{m.responses()}</h4>
      <ul className="mt-1 space-y-2 text-sm">
        {responses.map(({ status, description, shape }) => (
          <li key={status}>
            <span className="font-mono font-semibold">{status}</span> <span lang="en">{description}</span>
            {shape && <CodeBox>{shape}</CodeBox>}
          </li>
        ))}
      </ul>
    </FoldedPart>
  );
}
