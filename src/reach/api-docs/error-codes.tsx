import type { ErrorMeaning } from '#platform/errors.ts';
import { CodedText } from './coded-text.tsx';
import * as m from './words/messages.ts';

/** The codes of errors with their status and meaning. */
export const ErrorCodes = ({ codes }: { codes: [string, ErrorMeaning][] }) => (
  <section aria-labelledby="error-codes" className="mt-12">
    <h2 id="error-codes" className="text-2xl">
      {m.error_codes()}
    </h2>
    <p className="mt-2 max-w-2xl text-muted">{m.error_codes_may_be_added()}</p>
    <dl className="mt-6 border-t border-line text-sm">
      {codes.map(([code, { status, meaning }]) => (
        <div key={code} className="border-b border-line py-2 sm:grid sm:grid-cols-[17rem_1fr] sm:gap-x-6">
          <dt className="font-mono [overflow-wrap:anywhere]">
            <span className="font-semibold">{status}</span> {code}
          </dt>
          <dd lang="en" className="text-muted">
            <CodedText text={meaning} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
