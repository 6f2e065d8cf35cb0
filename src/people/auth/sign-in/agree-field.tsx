import { type RefObject, useId } from 'react';
import * as m from '../words/messages.ts';
import { textLink } from './auth-card.tsx';

type Props = {
  pages: { slug: string; title: string }[];
  hasAgreed: boolean;
  setHasAgreed: (hasAgreed: boolean) => void;
  isMissing: boolean;
  box: RefObject<HTMLInputElement | null>;
};

/** The consent to the owner's pages; they open in another tab, so that what is typed stays. */
export function AgreeField({ pages, hasAgreed, setHasAgreed, isMissing, box }: Props) {
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-2.5 text-sm">
        <input
          ref={box}
          id={id}
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 rounded-xs accent-(--accent) aria-invalid:ring-2 aria-invalid:ring-signal"
          checked={hasAgreed}
          required
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-note` : undefined}
          onChange={(event) => setHasAgreed(event.target.checked)}
        />
        <span>
          <label htmlFor={id}>{m.i_agree_to()}</label>{' '}
          {pages.map(({ slug, title }, index) => (
            <span key={slug}>
              {index > 0 && ', '}
              <a href={`/pages/${slug}`} target="_blank" rel="noopener" className={textLink}>
                {title}
              </a>
            </span>
          ))}
        </span>
      </div>
      {isMissing && (
        <p id={`${id}-note`} role="alert" className="mt-1.5 text-[0.8125rem] text-signal">
          {m.agree_to_continue()}
        </p>
      )}
    </div>
  );
}
