import { Tag, X } from 'lucide-react';
import { useId, useState } from 'react';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { inputStyles } from '#ui/forms/field.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { discountWords, offerWords } from './discount.ts';
import type { OfferQuote } from './offers.contract.ts';
import type { OfferState } from './use-offer.ts';

/** Omit the duration for playbooks, which are paid once. */
const wordsOf = (quote: OfferQuote) =>
  quote.playbook ? discountWords(quote, quote.currency) : offerWords(quote, quote.currency);

/** Where a member enters a code, and sees what it is worth. */
export function CodeBox({ offer, className }: { offer: OfferState; className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState<string>();
  const id = useId();
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
            setText(undefined);
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
          data-needs-app
          className="min-h-9 px-2 text-sm font-medium text-muted underline underline-offset-4 hover:text-ink"
          onClick={() => setIsOpen(true)}
        >
          {m.have_a_code()}
        </button>
      </p>
    );
  return (
    <form
      className={classNames('mx-auto w-full max-w-sm text-left', className)}
      onSubmit={(event) => {
        event.preventDefault();
        const code = (text ?? offer.code).trim();
        if (code !== '') offer.apply(code);
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {common.code()}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          className={classNames(inputStyles, 'uppercase')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: it appears when its button is pressed.
          autoFocus={isOpen}
          maxLength={limits.offerCode}
          value={text ?? offer.code}
          aria-invalid={offer.status === 'refused' || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="secondary" disabled={offer.status === 'loading'}>
          {offer.status === 'loading' ? m.checking() : m.apply()}
        </Button>
      </div>
      <p id={`${id}-note`} role="alert" className="mt-1.5 min-h-5 text-[0.8125rem] text-signal">
        {offer.status === 'refused' && offer.message}
      </p>
    </form>
  );
}
