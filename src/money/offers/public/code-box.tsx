import { Tag, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { focusOn } from '#ui/keep-row-focus.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { OfferQuote } from '../offers.contract.ts';
import * as m from '../words/messages.ts';
import { discountWords, offerWords } from './discount.ts';
import type { OfferState } from './use-offer.ts';

/** Playbooks are paid once, so the duration is left out. */
const wordsOf = (quote: OfferQuote) =>
  quote.playbook ? discountWords(quote, quote.currency) : offerWords(quote, quote.currency);

// Loaded when needed, because few people have a code.
const CodeForm = lazyPart(() => import('../code-form.tsx'), {
  pending: ({ className }) => <div className={classNames('skeleton mx-auto h-24 max-w-sm', className)} />,
});

/** Where a member enters a code, and sees its reduction. */
export function CodeBox({ offer, className }: { offer: OfferState; className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || offer.status === 'refused';
  const place = useRef<HTMLParagraphElement>(null);
  /** Whether the code was applied or removed here, and doesn't come from a link. */
  const isOwn = useRef(false);
  useEffect(() => {
    if (!isOwn.current || document.activeElement !== document.body) return;
    const next = offer.status === 'applied' ? place.current : place.current?.querySelector('button');
    focusOn(next ?? null);
  }, [offer.status]);

  if (offer.status === 'applied')
    return (
      <p
        ref={place}
        role="status"
        className={classNames(
          'mx-auto flex w-fit max-w-full items-center gap-2 rounded-full bg-accent-soft py-1 pr-1 pl-4 text-sm text-accent',
          className,
        )}
      >
        <Tag className="size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <strong>{offer.quote.code}</strong>: {wordsOf(offer.quote)}
        </span>
        <button
          type="button"
          className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-surface"
          aria-label={m.remove_the_code_code({ code: offer.quote.code })}
          onClick={() => {
            isOwn.current = true;
            setIsOpen(false);
            offer.remove();
          }}
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      </p>
    );
  if (!isShown && offer.status !== 'loading')
    return (
      <p ref={place} className={classNames('text-center', className)}>
        <button
          type="button"
          data-needs-app="code"
          className="min-h-9 px-2 text-sm font-medium text-muted underline underline-offset-4 hover:text-ink"
          onClick={() => setIsOpen(true)}
        >
          {m.have_a_code()}
        </button>
      </p>
    );
  const apply = (code: string) => {
    isOwn.current = true;
    offer.apply(code);
  };
  return <CodeForm offer={{ ...offer, apply }} isOpened={isOpen} className={className} />;
}
