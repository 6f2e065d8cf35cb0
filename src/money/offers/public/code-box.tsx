import { Tag, X } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '#ui/class-names.ts';
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

  if (offer.status === 'applied')
    return (
      <p
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
      <p className={classNames('text-center', className)}>
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
  return <CodeForm offer={offer} isOpened={isOpen} className={className} />;
}
