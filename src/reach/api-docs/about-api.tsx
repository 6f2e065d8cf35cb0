import { bodyLimits, listLimitDefault, listLimitMaximum } from '#constants';
import { RichText } from '#ui/rich-text.tsx';
import { inCode, linkTo } from './text-parts.tsx';
import * as m from './words/messages.ts';

/** What is the same for all endpoints. `requests`: how many a key has per minute. */
export const AboutApi = ({ publicUrl, requests }: { publicUrl: string; requests: number }) => (
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
          tokens: linkTo('#access-tokens'),
          code: inCode,
        })}
      />
    </p>
    <p>
      <RichText parts={m.about_limits({ code: inCode, requests })} />
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
    <p>
      <RichText parts={m.about_other_origins({ code: inCode })} />
    </p>
  </div>
);
