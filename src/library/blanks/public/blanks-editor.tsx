import { ChevronDown } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { blankKinds, limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { MoveButtons } from '#ui/move-buttons.tsx';
import { movedMessage } from '#ui/moved-message.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import { type BlankRow, blankRows, definitionsOf } from '../blank-rows.ts';
import { optionsOf } from '../options-of.ts';
import * as m from '../words/messages.ts';
import type { BlankDefinition } from './blank-fields.ts';
import { blankLabel, kindLabel, kindLabels } from './blank-words.ts';
import { labelOf } from './blanks.ts';

const kindOptions = () => blankKinds.map((value) => ({ value, label: kindLabels[value]() }));

type Props = {
  body: string;
  value: readonly BlankDefinition[];
  onChange: (value: BlankDefinition[]) => void;
  error?: string | undefined;
};

/** Lists the blanks in the body as its author types, with the definition of each for the members' form. */
export function BlanksEditor({ body, value, onChange, error }: Props) {
  const id = useId();
  const text = useDeferredValue(body);
  const [said, setSaid] = useState('');
  const { blanks, leftAsText } = useMemo(() => blankRows(text, value), [text, value]);
  const change = (rows: BlankRow[]) => onChange(definitionsOf([...rows, ...leftAsText]));
  const revise = (row: BlankRow, definition: Partial<BlankDefinition>) => {
    const changed = { ...row, definition: { ...row.definition, ...definition } };
    onChange(
      definitionsOf([...blanks, ...leftAsText].map((other) => (other.key === row.key ? changed : other))),
    );
  };
  const move = (from: number, to: number) => {
    const rows = [...blanks];
    const moved = rows.splice(from, 1);
    rows.splice(to, 0, ...moved);
    change(rows);
    const [name = ''] = moved.map(shownLabel);
    setSaid(movedMessage(name, to, rows.length));
  };

  return (
    <section aria-labelledby={id} className="rounded-md border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="font-sans text-sm font-semibold">
          {common.blanks()}
        </h3>
        <p className="text-[0.8125rem] text-muted">
          {blanks.length === 0
            ? m.none_found()
            : common.blanks_to_fill_in({ blanks: common.count_blank({ count: blanks.length }) })}
        </p>
      </div>
      <p className="mt-1 text-[0.8125rem] text-muted">{m.write_name_name_default_or_name()}</p>
      {error && <p className="mt-2 text-[0.8125rem] text-signal">{error}</p>}
      {blanks.length > 0 && (
        <ol ref={keepRowFocus} className="mt-3 divide-y divide-line border-y border-line">
          {blanks.map((row, index) => (
            <Row
              key={row.key}
              row={row}
              position={index}
              count={blanks.length}
              move={move}
              revise={(definition) => revise(row, definition)}
            />
          ))}
        </ol>
      )}
      {leftAsText.length > 0 && (
        <div className="mt-4">
          <p className="text-[0.8125rem] text-muted">{m.left_as_text()}</p>
          <ul ref={keepRowFocus} className="mt-1.5 flex flex-wrap gap-2">
            {leftAsText.map((row) => (
              <li key={row.key}>
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => revise(row, { scope: row.isOnlyInCode ? 'everywhere' : 'text' })}
                >
                  <span>
                    <RichText
                      parts={(row.isOnlyInCode ? m.make_blank_in_code : m.make_blank)({
                        name: row.definition.name,
                        code: (text) => <code className="font-mono font-normal">{text}</code>,
                      })}
                    />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}

const shownLabel = ({ definition }: BlankRow) => blankLabel(definition);

type RowProps = {
  row: BlankRow;
  position: number;
  count: number;
  move: (from: number, to: number) => void;
  revise: (definition: Partial<BlankDefinition>) => void;
};

function Row({ row, position, count, move, revise }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { definition } = row;
  const label = shownLabel(row);
  return (
    <li>
      <div className="flex items-center gap-1 py-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-10 min-w-0 flex-1 items-center gap-3 text-left"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDown
            className={classNames('size-4 shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
            aria-hidden="true"
          />
          <span className="min-w-0 flex-1 truncate">
            <span className="font-semibold">{label}</span>{' '}
            <code className="font-mono text-[0.8125rem] text-muted">{definition.name}</code>
          </span>
          <span className="hidden shrink-0 text-[0.8125rem] text-muted sm:inline">
            {kindLabel(definition)}
          </span>
        </button>
        <MoveButtons name={label} position={position} count={count} moveTo={(to) => move(position, to)} />
      </div>
      <div id={id} hidden={!isOpen} className="pb-5">
        {isOpen && <Details row={row} revise={revise} />}
      </div>
    </li>
  );
}

function Details({
  row: { definition, inlineDefault, isOnlyInCode },
  revise,
}: Pick<RowProps, 'row' | 'revise'>) {
  const [options, setOptions] = useState(definition.options.join('\n'));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={m.label()}
        value={definition.label}
        placeholder={labelOf(definition.name)}
        maxLength={limits.blankLabel}
        onChange={(event) => revise({ label: event.target.value })}
      />
      <Select
        label={m.kind()}
        options={kindOptions()}
        value={definition.kind}
        onChange={(event) => revise({ kind: event.target.value as BlankDefinition['kind'] })}
      />
      <Field
        className="sm:col-span-2"
        label={m.help()}
        hint={m.shown_below_the_field()}
        value={definition.help}
        maxLength={limits.blankHelp}
        onChange={(event) => revise({ help: event.target.value })}
      />
      {definition.kind === 'choice' && (
        <div className="sm:col-span-2">
          <TextArea
            label={m.options()}
            hint={m.one_in_each_line()}
            value={options}
            error={definition.options.length === 0 ? m.add_at_least_one_option() : undefined}
            onChange={(event) => {
              setOptions(event.target.value);
              revise({ options: optionsOf(event.target.value) });
            }}
          />
        </div>
      )}
      <Field
        className="sm:col-span-2"
        label={m.default_it()}
        hint={m.shown_while_empty()}
        value={definition.default}
        placeholder={inlineDefault}
        maxLength={limits.blankValue}
        onChange={(event) => revise({ default: event.target.value })}
      />
      <Checkbox
        className="py-0.5"
        label={m.ask_for_it_before_copying()}
        isOneOfMany
        checked={definition.required}
        onChange={(event) => revise({ required: event.target.checked })}
      />
      {!isOnlyInCode && (
        <Checkbox
          className="py-0.5"
          label={m.also_in_code_blocks()}
          isOneOfMany
          checked={definition.scope === 'everywhere'}
          onChange={(event) => revise({ scope: event.target.checked ? 'everywhere' : 'text' })}
        />
      )}
      <div className="sm:col-span-2">
        <Button
          variant="secondary"
          size="small"
          onClick={() => revise({ scope: isOnlyInCode ? 'text' : 'nowhere' })}
        >
          {m.leave_it_as_text()}
        </Button>
      </div>
    </div>
  );
}
