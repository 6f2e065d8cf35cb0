import { type ComponentProps, useId } from 'react';
import * as m from '../words/messages.ts';
import { textLink } from './auth-card.tsx';

type Props = ComponentProps<'input'> & {
  pages: { slug: string; title: string }[];
  error: string | undefined;
};

/**
 * A checkbox to agree to the owner's pages, which open in another tab so that the form keeps its input. Spread `form.register(name)` into
 * it.
 */
export function AgreeField({ pages, error, ...rest }: Props) {
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-2.5 text-sm">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 rounded-xs accent-(--accent) aria-invalid:ring-2 aria-invalid:ring-signal"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          {...rest}
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
      {error && (
        <p id={`${id}-note`} role="alert" className="mt-1.5 text-[0.8125rem] text-signal">
          {error}
        </p>
      )}
    </div>
  );
}
