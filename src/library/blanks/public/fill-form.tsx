import { ChevronRight, Eraser, History } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { inputStyles } from '#ui/forms/field.tsx';
import { isUsable } from '../is-usable.ts';
import * as m from '../words/messages.ts';
import type { Blank } from './blanks.ts';
import { type FillStore, useFilledValue, useFilledValues } from './fill-store.ts';
import { blankKey } from './parse.ts';

type Props = {
  blanks: readonly Blank[];
  /** The same blanks in collapsible sections. Changing `isOpen` opens or closes a section. */
  sections?: readonly FillSection[] | undefined;
  store: FillStore;
  /** Values that the member has used before, by key. Undefined while loading; the form stays hidden until then. */
  remembered: ReadonlyMap<string, string> | undefined;
  /** Prefix of the fields' ids; see `fieldId`. */
  idPrefix: string;
  /** Called on Enter in the last field. */
  finish: () => void;
};

export type FillSection = { title: string; blanks: readonly Blank[]; isOpen: boolean };

/** Focuses the field of a blank, opening the section that it is in. */
export function focusField(id: string) {
  const field = document.getElementById(id);
  const section = field?.closest('details');
  if (section) section.open = true;
  field?.focus();
}

export const fieldId = (prefix: string, key: string) => `${prefix}-${key.replaceAll(' ', '-')}`;

/** Whether Enter, with the keys held along with it, breaks the line in a field: in one for a line only with Shift. */
const breaksLine = ({ target, shiftKey, metaKey, ctrlKey }: KeyboardEvent) =>
  target instanceof HTMLTextAreaElement && (target.rows === 1 ? shiftKey : !metaKey && !ctrlKey);

/** A field for each blank. Enter, or Ctrl+Enter where it breaks the line, moves to the next one; in the last one it calls `finish`. */
export function FillForm({ blanks, sections, store, remembered, idPrefix, finish }: Props) {
  const advance = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!isField(event.target) || breaksLine(event)) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, textarea, select')];
    const fields = all.filter((field) => field.checkVisibility());
    const next = fields[fields.indexOf(event.target) + 1];
    if (next) next.focus();
    else finish();
  };
  const fieldsOf = (some: readonly Blank[]) =>
    some.map((blank) => (
      <BlankField
        key={blankKey(blank.name)}
        blank={blank}
        store={store}
        id={fieldId(idPrefix, blankKey(blank.name))}
        last={remembered?.get(blankKey(blank.name)) ?? ''}
      />
    ));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the fields inside.
    <div className={classNames('space-y-4', !remembered && 'invisible')} onKeyDown={advance}>
      {remembered && <LastValues blanks={blanks} store={store} remembered={remembered} />}
      {sections
        ? sections.map((section) => (
            <Section key={section.title} section={section} store={store}>
              {fieldsOf(section.blanks)}
            </Section>
          ))
        : fieldsOf(blanks)}
      <ClearButton store={store} />
    </div>
  );
}

type SectionProps = { section: FillSection; store: FillStore; children: ReactNode };

function Section({ section: { title, blanks, isOpen }, store, children }: SectionProps) {
  const [isUnfolded, setIsUnfolded] = useState(isOpen);
  const [known, setKnown] = useState(isOpen);
  if (known !== isOpen) {
    setKnown(isOpen);
    if (isOpen) setIsUnfolded(true);
  }
  const values = useFilledValues(store);
  const filled = blanks.filter(({ name }) => values.get(blankKey(name))).length;
  return (
    <details
      open={isUnfolded}
      className="border-t border-line pt-3"
      onToggle={(event) => setIsUnfolded(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer items-baseline justify-between gap-3 text-sm font-semibold">
        <ChevronRight
          className={classNames(
            'size-4 shrink-0 self-center text-muted transition-transform',
            isUnfolded && 'rotate-90',
          )}
          aria-hidden="true"
        />
        <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {title}
        </span>
        <span className="shrink-0 text-[0.8125rem] font-normal text-muted tabular-nums">
          {m.filled_of_count({ filled, count: blanks.length })}
        </span>
      </summary>
      <div className="mt-3 space-y-4 pb-2">{children}</div>
    </details>
  );
}

const isField = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const isChoice = (blank: Blank) => blank.kind === 'choice' && blank.options.length > 0;

type LastProps = { blanks: Props['blanks']; store: FillStore; remembered: ReadonlyMap<string, string> };

/** Stays mounted once shown, so that the layout doesn't shift while the member types. */
function LastValues({ blanks, store, remembered }: LastProps) {
  const values = useFilledValues(store);
  const usable = blanks.flatMap((blank) => {
    const key = blankKey(blank.name);
    const last = remembered.get(key) ?? '';
    return isUsable(blank, last) ? [[key, last] as const] : [];
  });
  if (usable.length === 0) return null;
  const offered = usable.filter(([key]) => !values.get(key));
  return (
    <Button
      variant="secondary"
      size="small"
      aria-disabled={offered.length === 0}
      onClick={() => store.complete(offered)}
    >
      <History className="size-3.5" aria-hidden="true" />
      {m.use_my_last_values({ count: usable.length })}
    </Button>
  );
}

function ClearButton({ store }: { store: FillStore }) {
  const values = useFilledValues(store);
  return (
    <Button
      variant="quiet"
      size="small"
      // Aligns its label with the fields.
      className="-ml-3"
      aria-disabled={![...values.values()].some(Boolean)}
      onClick={store.clear}
    >
      <Eraser className="size-3.5" aria-hidden="true" />
      {m.clear()}
    </Button>
  );
}

type FieldProps = { blank: Blank; store: FillStore; id: string; last: string };

const BlankField = memo(function BlankField({ blank, store, id, last }: FieldProps) {
  const key = blankKey(blank.name);
  const value = useFilledValue(store, key);
  const helpId = useId();
  // Stays one while it is edited, until it is empty.
  const [isKeptAsText, setIsKeptAsText] = useState(false);
  const isText = value !== '' && (isKeptAsText || !isUsable(blank, value));
  if (isText !== isKeptAsText) setIsKeptAsText(isText);
  const attributes = {
    id,
    value,
    dir: 'auto',
    'aria-required': blank.required || undefined,
    'aria-describedby':
      [!blank.required && `${helpId}-optional`, blank.help && helpId].filter(Boolean).join(' ') || undefined,
    className: classNames(
      inputStyles,
      blank.kind === 'text' && 'field-sizing-content block max-h-72 min-h-20 py-2',
      // As tall as an input while it has one line.
      blank.kind === 'line' && 'field-sizing-content block max-h-72 resize-none py-[calc((2.625rem-1lh)/2)]',
    ),
    onChange: (event: { target: { value: string } }) => store.set(key, event.target.value),
  };
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} dir="auto" className="min-w-0 text-sm font-semibold [overflow-wrap:anywhere]">
          {blank.label}
        </label>
        {!blank.required && (
          <span id={`${helpId}-optional`} className="shrink-0 text-[0.8125rem] text-muted">
            {m.optional_2()}
          </span>
        )}
      </div>
      {isChoice(blank) ? (
        <select {...attributes}>
          <option value="">{blank.default || m.choose()}</option>
          {blank.options
            .filter((option) => option !== blank.default)
            .map((option) => (
              <option key={option}>{option}</option>
            ))}
          {/* It fills the text, so it is shown, even though the blank has other options by now. */}
          {value !== '' && value !== blank.default && !isUsable(blank, value) && <option>{value}</option>}
        </select>
      ) : blank.kind === 'text' ? (
        <textarea {...attributes} placeholder={blank.default} />
      ) : blank.kind === 'number' ? (
        <input
          {...attributes}
          // A field for numbers would show nothing for any other value, which fills the text all the same.
          type={isText ? 'text' : 'number'}
          step="any"
          placeholder={blank.default}
          autoComplete="off"
          enterKeyHint="next"
        />
      ) : (
        // Not an input, which would drop the line breaks of what is pasted.
        <textarea
          {...attributes}
          rows={1}
          placeholder={blank.default}
          autoComplete="off"
          enterKeyHint="next"
        />
      )}
      {isUsable(blank, last) && (
        <button
          type="button"
          // Keyboard users have the button above the fields.
          tabIndex={-1}
          className={classNames(
            'mt-1.5 flex max-w-full items-center gap-1.5 text-[0.8125rem] text-accent hover:underline',
            value && 'invisible',
          )}
          onClick={() => store.set(key, last)}
        >
          <History className="size-3.5 shrink-0" aria-hidden="true" />
          <span dir="auto" className="truncate">
            {last}
          </span>
          <span className="sr-only">{m.for_label({ label: blank.label })}</span>
        </button>
      )}
      {blank.help && (
        <p id={helpId} dir="auto" className="mt-1 text-[0.8125rem] text-muted">
          {blank.help}
        </p>
      )}
    </div>
  );
});
