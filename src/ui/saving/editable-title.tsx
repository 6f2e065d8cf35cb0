import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BackLink } from '../back-link.tsx';
import { Button } from '../button.tsx';
import { focusOn } from '../keep-row-focus.ts';
import { Menu } from '../overlays/menu.tsx';
import * as m from '../words/messages.ts';
import { useSelfSaving } from './use-self-saving.ts';

type Props = {
  /** The parent list or item. */
  back: { to: string; label: string } | undefined;
  /** Names the record, such as "run:1". */
  recordKey: string;
  name: string;
  nameLabel: string;
  maxLength: number;
  /** Rejects after showing an error. */
  rename: (name: string) => Promise<unknown>;
  tellFailure: (isFailed: boolean) => void;
  /** The items of the menu next to the name. */
  children: ReactNode;
};

/** The header of a page that a member named themselves: a back link, the name as a field, and a menu. */
export function EditableTitle({
  back,
  recordKey,
  name,
  nameLabel,
  maxLength,
  rename,
  tellFailure,
  children,
}: Props) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const { defaultValue, onChange, onBlur } = useSelfSaving({
    draftKey: `${recordKey}:name`,
    kept: name,
    save: rename,
    tellFailure,
  });
  return (
    <>
      {back && <BackLink to={back.to}>{back.label}</BackLink>}
      <div className="mt-3 flex items-start justify-between gap-4 max-[18rem]:flex-wrap">
        <h1 className="min-w-0 flex-1 text-4xl max-[18rem]:basis-full md:text-5xl">
          <textarea
            dir="auto"
            rows={1}
            aria-label={nameLabel}
            // The tight line height would cut off the dots of capital letters such as Ü without the padding.
            className="-mx-2 -my-[0.15em] field-sizing-content block w-[calc(100%+1rem)] resize-none rounded-md border border-transparent bg-transparent px-2 py-[0.15em] font-medium hover:border-line"
            defaultValue={defaultValue}
            maxLength={maxLength}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              // Ends editing while keeping the focus, but without a phone's keyboard.
              focusOn(event.currentTarget.parentElement);
            }}
            onChange={({ target }) => onChange({ target: { value: nameIn(target.value) || name } })}
            onBlur={({ target }) => {
              onBlur();
              target.value = nameIn(target.value) || name;
            }}
          />
        </h1>
        <Menu
          isOpen={isMenuOpen}
          onOpenChange={setIsMenuOpen}
          trigger={
            <Button variant="secondary" size="icon" aria-label={m.more()} className="mt-1">
              <Ellipsis className="size-4" aria-hidden="true" />
            </Button>
          }
        >
          {children}
        </Menu>
      </div>
    </>
  );
}

/** A name has no line breaks; pasted ones are replaced. */
const nameIn = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim();
